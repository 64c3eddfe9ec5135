/** The picture of a bank's receipt: jpg or png under 5 MB, sent as soon as it is chosen. Its value is the file's address. */
import { DeleteOutlined, LoadingOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Image, Upload } from 'antd';
import { useState } from 'react';
import type { Output } from '#contract/http.ts';
import type { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { call } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { picture, uploadProblem } from '#web/ui/upload-rules.ts';
import '#web/ui/stored-files.css';
import '#web/ui/upload.css';
import type { Buyer } from './buyers.ts';

export type Receipt = Pick<Output<typeof packageOrders.upload>, 'url' | 'link'>;

interface Props {
  buyer: Buyer;
  id?: string;
  value?: Receipt | null;
  onChange?: (receipt: Receipt | null) => void;
}

export function ReceiptField({ buyer, id, value, onChange }: Props) {
  const [sending, setSending] = useState(false);
  const send = async (file: File) => {
    const problem = uploadProblem(picture, file);
    if (problem) return showMessage('error', problem);
    setSending(true);
    try {
      onChange?.(await call(buyer.routes.upload, buyer.input({ file }) as never));
    } catch {
      // The call has said why; the field stays empty.
    } finally {
      setSending(false);
    }
  };
  if (value) {
    return (
      <span className="y-image-field" id={id}>
        <Image src={value.link} alt="回执单" width={120} height={120} className="y-thumbnail" preview={{ mask: '查看' } as never} />
        <Button
          size="small"
          shape="circle"
          icon={<DeleteOutlined aria-hidden />}
          aria-label="删除回执单"
          onClick={() => onChange?.(null)}
        />
      </span>
    );
  }
  return (
    <Upload
      showUploadList={false}
      accept=".jpg,.jpeg,.png"
      disabled={sending}
      beforeUpload={(file) => (void send(file), Upload.LIST_IGNORE)}
    >
      <button type="button" id={id} className="y-image-add" disabled={sending}>
        {sending ? <LoadingOutlined aria-hidden /> : <PlusOutlined aria-hidden />}
        <span>{sending ? '上传中' : '上传回执单'}</span>
      </button>
    </Upload>
  );
}
