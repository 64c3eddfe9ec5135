/** The address of a link: to be copied, printed as a code, sent by SMS, replaced. */
import { CopyOutlined, PrinterOutlined, SendOutlined } from '@ant-design/icons';
import { Alert, App, Button, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { callLinks } from '#contract/calls/call-links.ts';
import { MOBILE } from '#contract/phones.rules.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { copyAndTell } from '#web/ui/copy.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { PaperQr } from '#web/ui/paper-qr.tsx';
import './links.css';

function Sending({ id }: { id: number }) {
  const [phone, setPhone] = useState('');
  const send = useSend(callLinks.send, { once: true, onSuccess: (_data, sent) => setPhone((now) => (now === sent.phone ? '' : now)) });
  const ready = MOBILE.test(phone);
  return (
    <div className="cl-row">
      <Input
        aria-label="接收短信的手机号"
        placeholder="家属的手机号"
        maxLength={11}
        inputMode="tel"
        value={phone}
        status={phone.length === 11 && !ready ? 'error' : ''}
        onChange={({ target }) => setPhone(target.value.replace(/\D/g, ''))}
        onPressEnter={() => ready && send.mutate({ id, phone })}
      />
      <Button icon={<SendOutlined aria-hidden />} loading={send.isPending} disabled={!ready} onClick={() => send.mutate({ id, phone })}>
        短信发送
      </Button>
    </div>
  );
}

export function AddressDialog({ link, onClose }: { link: RowOf<typeof callLinks.page>; onClose: () => void }) {
  const { modal } = App.useApp();
  const { id, name } = link;
  const { data, error } = useCall(callLinks.address, { id }, { quiet: true, gcTime: 0 });
  const renew = useSend(callLinks.renew, { changes: [callLinks.address, callLinks.page] });
  const ask = () =>
    void modal.confirm({
      title: `更换“${name}”的地址？`,
      content: '已张贴的二维码和发出的链接立即失效，需要重新打印和发送。',
      okText: '更换',
      okButtonProps: { danger: true },
      cancelText: '取消',
      autoFocusButton: 'cancel',
      onOk: () => renew.mutateAsync({ id }).catch(() => {}),
    });
  const path = data?.path;
  const address = path ? `${location.origin}${path}` : null;
  return (
    <DraftDialog title={`“${name}”的地址`} footer={null} onClose={onClose}>
      {error && !data && <Alert type="error" showIcon title={error.message} />}
      {!error && !data && <Skeleton active />}
      {data && (
        <div className="cl-address">
          {address === null ? (
            <Alert type="warning" showIcon title="这个链接的地址没有保存，更换一次地址后即可查看和打印；旧地址随之失效" />
          ) : (
            <>
              {!link.enabled && <Alert type="warning" showIcon title="链接已停用，家属暂时打不开" />}
              <PaperQr value={address} size={180} aria-label={`${name}的二维码`} />
              <div className="cl-row">
                <Input readOnly value={address} aria-label="链接地址" onFocus={({ target }) => target.select()} />
                <Button icon={<CopyOutlined aria-hidden />} onClick={() => copyAndTell(address)}>
                  复制
                </Button>
              </div>
              <Sending id={id} />
            </>
          )}
          <div className="cl-row">
            {address !== null && (
              <Button icon={<PrinterOutlined aria-hidden />} onClick={() => go(`/cloudcall/calllink/poster?id=${id}`)}>
                打印海报
              </Button>
            )}
            <Button danger loading={renew.isPending} onClick={ask}>
              更换地址
            </Button>
          </div>
        </div>
      )}
    </DraftDialog>
  );
}
