/** 要求改派: she cannot go, and says why; written down here and sent like everything she does. */
import { SwapOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useState } from 'react';
import { ReasonField } from '#web/work-orders/reason-field.tsx';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { wakeWhenOnline } from './install.ts';
import { visit } from './place.ts';
import { record } from './state.ts';
import type { OwnJob } from './steps.ts';
import { sync } from './sync.ts';
import { useOnline } from './status-bar.tsx';

export function HandBack({ own }: { own: OwnJob }) {
  const { message } = App.useApp();
  const online = useOnline();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [pressed, setPressed] = useState(false);
  const missing = reason.trim() === '';
  const confirm = async () => {
    setPressed(true);
    if (missing) return;
    const { job, workOrderId } = own;
    try {
      const added = await record({
        kind: 'return',
        own,
        at: null,
        bodyAt: () => ({ id: workOrderId, jobId: job.id, reason: reason.trim() }),
      });
      void message.open({ type: added ? 'success' : 'info', content: added ? '已要求改派' : '服务已开始，不能改派' });
      wakeWhenOnline();
      void sync();
      visit({}, true);
    } catch {
      void message.error('手机存储空间不足，未能保存，请清理后重试');
    }
  };
  return (
    <>
      <Button size="large" block className="c-hand-back" icon={<SwapOutlined aria-hidden />} onClick={() => setOpen(true)}>
        不能前往，要求改派
      </Button>
      <DraftDialog
        open={open}
        title="要求改派"
        okText="要求改派"
        cancelText="返回"
        onOk={() => void confirm()}
        isDirty={() => !missing}
        onClose={() => setOpen(false)}
        width={480}
      >
        <p>{online ? '这项服务交还调度人员，由其另派他人。' : '现在没有网络，联网后才能告知调度人员；情况紧急请直接打电话。'}</p>
        <ReasonField
          value={reason}
          onChange={setReason}
          placeholder="不能前往的原因"
          required
          missing={pressed && missing ? '请填写改派的原因' : null}
          className="c-missing"
        />
      </DraftDialog>
    </>
  );
}
