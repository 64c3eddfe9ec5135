/** The address of the page for families: to be shown, printed, replaced and closed. */
import { CopyOutlined, PrinterOutlined } from '@ant-design/icons';
import { Alert, App, Button, Input, Skeleton } from 'antd';
import { ticketSettings } from '#contract/tickets/ticket-settings.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { copyAndTell } from '#web/ui/copy.ts';
import { PaperQr } from '#web/ui/paper-qr.tsx';

export function FamilyLink() {
  const { modal } = App.useApp();
  const { data, isError, error } = useCall(ticketSettings.get, {}, { quiet: true });
  const rotate = useSend(ticketSettings.rotate, { changes: [ticketSettings.get] });
  if (isError) return <Alert type="error" showIcon title={error.message} />;
  if (!data) return <Skeleton active />;
  const ask = (open: boolean) =>
    void modal.confirm({
      title: open ? '更换家属页面的链接？' : '关闭家属页面？',
      content: '现在的链接和二维码会立即失效，已经张贴的需要更换。家属凭查询码在新链接仍可查到自己的诉求。',
      okText: open ? '更换' : '关闭',
      okButtonProps: { danger: true },
      cancelText: '取消',
      autoFocusButton: 'cancel',
      onOk: () => rotate.mutateAsync({ open }).catch(() => {}),
    });
  if (data.path === null)
    return (
      <section className="k-family-link">
        <p>家属不用登录，扫码即可填写诉求，凭查询码和手机号查看答复、补充、评价。</p>
        <Button type="primary" loading={rotate.isPending} onClick={() => rotate.mutate({ open: true })}>
          开通家属页面
        </Button>
      </section>
    );
  const address = `${location.origin}${data.path}`;
  return (
    <section className="k-family-link">
      <div className="k-poster y-prints-alone">
        <h2>有诉求，请扫码告诉我们</h2>
        <PaperQr value={address} size={220} />
        <p>填写后凭查询码和手机号查看答复</p>
      </div>
      <div className="k-address">
        <Input readOnly value={address} aria-label="家属页面的链接" />
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => copyAndTell(address)}>
          复制
        </Button>
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
          打印海报
        </Button>
      </div>
      <div className="k-address">
        <Button onClick={() => ask(true)}>更换链接</Button>
        <Button danger onClick={() => ask(false)}>
          关闭页面
        </Button>
      </div>
    </section>
  );
}
