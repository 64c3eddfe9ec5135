/** Decides several tasks at once; afterwards it says which of them could not be decided, and why. */
import { Alert, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { approvalCases } from '#contract/approvals/approval-cases.ts';
import type { Output } from '#contract/http.ts';
import { useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import './approvals.css';

type Failed = Output<typeof approvalCases.batch>['failed'];

interface Props {
  action: 'approve' | 'reject';
  rows: readonly { taskId: number; title: string; applicantName: string }[];
  onDone: () => void;
  onClose: () => void;
}

export function BatchDialog({ action, rows, onDone, onClose }: Props) {
  const [failed, setFailed] = useState<Failed | null>(null);
  const word = action === 'approve' ? '同意' : '拒绝';
  const send = useSend(approvalCases.batch, {
    changes: [approvalCases.page, approvalCases.count, approvalCases.get],
    onSuccess: (result) => {
      onDone();
      if (result.failed.length > 0) return setFailed(result.failed);
      showMessage('success', `已${word}${result.done}条`);
      onClose();
    },
  });
  const submit = ({ comment }: { comment?: string }) =>
    send.mutate({ taskIds: rows.map(({ taskId }) => taskId), action, comment: comment ?? '' });
  if (failed)
    return (
      <Modal
        open
        centered
        title={`${failed.length}条没有${word}`}
        okText="知道了"
        cancelButtonProps={{ hidden: true }}
        onOk={onClose}
        onCancel={onClose}
      >
        <ul className="ap-failed">
          {failed.map(({ taskId, title, reason }) => (
            <li key={taskId}>
              <b>{title}</b>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      </Modal>
    );
  return (
    <FormDialog<{ comment?: string }>
      title={`批量${word}${rows.length}条申请`}
      okText={word}
      danger={action === 'reject'}
      pending={send.isPending}
      width={480}
      onSubmit={submit}
      onClose={onClose}
    >
      <ul className="ap-chosen">
        {rows.map(({ taskId, title, applicantName }) => (
          <li key={taskId}>
            {title}
            <small>{applicantName}</small>
          </li>
        ))}
      </ul>
      {action === 'reject' && <Alert type="warning" showIcon title="拒绝后申请即结束，不能恢复" className="ap-gap" />}
      <Form.Item
        name="comment"
        label="审批意见"
        rules={action === 'reject' ? [{ required: true, whitespace: true, message: '请填写拒绝的原因' }] : []}
      >
        <Input.TextArea
          maxLength={500}
          showCount
          autoSize={{ minRows: 2 }}
          placeholder={action === 'approve' ? '可不填' : '请填写拒绝的原因'}
        />
      </Form.Item>
    </FormDialog>
  );
}
