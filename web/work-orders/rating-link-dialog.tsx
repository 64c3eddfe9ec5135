/** 评价链接: for the phone of the person served, as a code to photograph, as an address, as a text message. */
import { CopyOutlined, MessageOutlined, QrcodeOutlined } from '@ant-design/icons';
import { Alert, App, Button, Input, Modal } from 'antd';
import { useState } from 'react';
import type { Output } from '#contract/http.ts';
import { workOrderRatings } from '#contract/work-orders/work-order-ratings.ts';
import { useSend } from '#web/api/call.ts';
import { PaperQr } from '#web/ui/paper-qr.tsx';
import { Time } from '#web/ui/time.tsx';
import type { OrderHead } from './order-calls.ts';
import { OrderLine } from './order-line.tsx';
import './rating-link.css';

type Made = Output<typeof workOrderRatings.link>;

/** Clipboards are not there on plain HTTP. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function RatingLinkDialog({ order, onClose }: { order: OrderHead; onClose: () => void }) {
  const { message } = App.useApp();
  const [made, setMade] = useState<Made | null>(null);
  const link = useSend(workOrderRatings.link, {
    quiet: true,
    onSuccess(data) {
      setMade(data);
      if (data.sent) void message.success(`已发送到 ${order.oldmanPhone}`);
    },
    onError: (error) => void message.error(error.message),
  });
  const address = made && `${location.origin}${made.path}`;
  const make = (send: boolean) => link.mutate({ workOrderId: order.id, send });
  return (
    <Modal open title="评价链接" footer={null} onCancel={onClose} width="min(440px, 94vw)">
      <OrderLine order={order} />
      {made && address ? (
        <div className="y-rating-link">
          <PaperQr value={address} size={200} aria-label="评价二维码" />
          <p>
            请服务对象或家属用手机扫码评价，
            <Time value={made.expires} /> 前有效；发送短信或重新生成后，这个链接失效
          </p>
          <div className="y-rating-address">
            <Input readOnly value={address} aria-label="评价链接" onFocus={(event) => event.target.select()} />
            <Button
              icon={<CopyOutlined aria-hidden />}
              onClick={() =>
                void copy(address).then((copied) =>
                  copied ? message.success('复制成功') : message.warning('浏览器不允许复制，请手动选择复制'),
                )
              }
            >
              复制
            </Button>
          </div>
        </div>
      ) : (
        <Alert type="info" showIcon title="生成后，之前的评价链接失效。" />
      )}
      <div className="y-rating-buttons">
        {!made && (
          <Button type="primary" icon={<QrcodeOutlined aria-hidden />} loading={link.isPending} onClick={() => make(false)}>
            生成链接
          </Button>
        )}
        <Button icon={<MessageOutlined aria-hidden />} disabled={link.isPending} onClick={() => make(true)}>
          发送短信给 {order.oldmanPhone}
        </Button>
      </div>
    </Modal>
  );
}
