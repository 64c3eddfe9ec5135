/** What is shown this once: a first password, a secret. */
import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { showMessage } from '#web/api/messages.ts';
import { copyText } from '#web/ui/copy.ts';
import './once-shown.css';

export interface OnceShownFacts {
  title: string;
  note: string;
  lines: readonly (readonly [label: string, value: string])[];
}

export function OnceShown({ facts, onClose }: { facts: OnceShownFacts | null; onClose: () => void }) {
  const [copied, setCopied] = useState(false);
  const text = facts?.lines.map(([label, value]) => `${label}：${value}`).join('\n') ?? '';
  const copyAll = async () => {
    try {
      await copyText(text);
      setCopied(true);
      showMessage('success', '复制成功');
    } catch {
      showMessage('error', '复制失败，请手动选择后复制');
    }
  };
  const close = () => {
    setCopied(false);
    onClose();
  };
  return (
    <Modal
      title={facts?.title}
      open={facts !== null}
      onCancel={close}
      mask={{ closable: false }}
      width={460}
      footer={[
        <Button key="copy" icon={copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />} onClick={() => void copyAll()}>
          复制
        </Button>,
        <Button key="done" type="primary" onClick={close}>
          我已保存
        </Button>,
      ]}
    >
      <Alert type="warning" showIcon title={facts?.note} />
      <dl className="t-once">
        {facts?.lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
