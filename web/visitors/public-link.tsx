/** The public address of bookings: as a code, as an address, as a poster; another one ends it. */
import { App, Alert, Button, Input } from 'antd';
import type { Output } from '#contract/http.ts';
import { visitorSettings } from '#contract/visitors/visitor-settings.ts';
import { useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { PaperQr } from '#web/ui/paper-qr.tsx';

export const POSTER = '/visitors/poster';

export function PublicLink({ data: { path, publicBooking } }: { data: Output<typeof visitorSettings.get> }) {
  const { modal } = App.useApp();
  const renew = useSend(visitorSettings.renew, { changes: [visitorSettings.get] });
  if (path === null) return <p className="v-hint">保存设置后生成预约链接。</p>;
  const address = `${location.origin}${path}`;
  const ask = () =>
    void modal.confirm({
      title: '更换预约链接？',
      content: '已张贴的海报和发出的链接将全部失效，需要重新打印。',
      okText: '更换',
      okButtonProps: { danger: true },
      cancelText: '取消',
      autoFocusButton: 'cancel',
      onOk: () => renew.mutateAsync({}).catch(() => {}),
    });
  return (
    <div className="v-link">
      <PaperQr value={address} size={140} aria-label="预约二维码" />
      <div>
        {!publicBooking && <Alert type="warning" showIcon title="家属网上预约未开启，链接暂时打不开" />}
        <Input readOnly value={address} aria-label="预约链接" onFocus={(event) => event.target.select()} />
        <div className="v-link-buttons">
          <Button type="primary" onClick={() => go(POSTER)}>
            打印海报
          </Button>
          <Button danger loading={renew.isPending} onClick={ask}>
            更换链接
          </Button>
        </div>
      </div>
    </div>
  );
}
