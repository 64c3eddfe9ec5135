/** Recovery codes, which are shown once. */
import { Alert, Button, Modal } from 'antd';
import { showMessage } from '#web/api/messages.ts';

async function copy(codes: readonly string[]): Promise<void> {
  // There is no clipboard outside a secure context.
  const copied = await (navigator.clipboard as Clipboard | undefined)?.writeText(codes.join('\n')).then(
    () => true,
    () => false,
  );
  showMessage(copied ? 'success' : 'error', copied ? '复制成功' : '浏览器不允许复制，请手动抄写');
}

/** They are gone when it closes: only its button closes it. */
export const SaveCodes = ({ title, codes, onClose }: { title: string; codes: readonly string[]; onClose: () => void }) => (
  <Modal
    open
    centered
    title={title}
    okText="我已保存"
    cancelButtonProps={{ hidden: true }}
    closable={false}
    keyboard={false}
    mask={{ closable: false }}
    onOk={onClose}
    width={480}
  >
    <Alert type="warning" showIcon title="手机丢失时，可用恢复码代替动态验证码登录，每个只能使用一次。它们只显示这一次，请妥善保管。" />
    <ul className="o-codes" aria-label="恢复码">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <Button onClick={() => void copy(codes)}>复制全部</Button>
  </Modal>
);
