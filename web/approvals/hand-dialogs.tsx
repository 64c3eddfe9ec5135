/** Dialogs beside a decision: 退回 to a step, and those that name people: 转交, 委派, 加签, 减签, 抄送, 改派. */
import { Checkbox, Form, Input, Radio } from 'antd';
import type { ReactNode } from 'react';
import { approvalCases } from '#contract/approvals/approval-cases.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useCaseSend, type ApprovalCase, type CaseTask } from './case-calls.ts';
import { ColleagueField } from './colleague-field.tsx';

const NOTES = {
  transfer: '转交后由对方审批，您不再处理。',
  delegate: '请对方先提出意见；对方回复后，仍由您决定。',
  add: '加签的人员也要审批。',
} as const;
const TITLES = { transfer: '转交给他人审批', delegate: '委派他人提意见', add: '加签' } as const;

interface FrameProps<V> {
  title: string;
  note?: string;
  okText?: string;
  pending: boolean;
  onSubmit: (values: V) => void;
  onClose: () => void;
  people: ReactNode;
  comment?: boolean;
}

function Frame<V extends object>({ title, note, okText = '确定', pending, onSubmit, onClose, people, comment = true }: FrameProps<V>) {
  return (
    <FormDialog<V> title={title} okText={okText} pending={pending} width={460} onSubmit={onSubmit} onClose={onClose}>
      {note && <p className="ap-hint">{note}</p>}
      {people}
      {comment && (
        <Form.Item name="comment" label="说明">
          <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} placeholder="可不填" />
        </Form.Item>
      )}
    </FormDialog>
  );
}

const one = (
  <Form.Item name="userId" label="人员" rules={[{ required: true, message: '请选择人员' }]}>
    <ColleagueField />
  </Form.Item>
);
const several = (
  <Form.Item name="userIds" label="人员" rules={[{ required: true, message: '请选择人员' }]}>
    <ColleagueField many />
  </Form.Item>
);

interface Props {
  taskId: number;
  reread: () => void;
  onClose: () => void;
}

export function HandDialog({ taskId, action, reread, onClose }: Props & { action: 'transfer' | 'delegate' }) {
  const hand = useCaseSend(approvalCases.hand, onClose, reread);
  return (
    <Frame<{ userId: number; comment?: string }>
      title={TITLES[action]}
      note={NOTES[action]}
      pending={hand.isPending}
      people={one}
      onSubmit={({ userId, comment = '' }) => hand.mutate({ taskId, action, userId, comment })}
      onClose={onClose}
    />
  );
}

export function AddDialog({ taskId, reread, onClose }: Props) {
  const sign = useCaseSend(approvalCases.sign, onClose, reread);
  return (
    <Frame<{ userIds: number[]; comment?: string }>
      title={TITLES.add}
      note={NOTES.add}
      pending={sign.isPending}
      people={several}
      onSubmit={({ userIds, comment = '' }) => sign.mutate({ taskId, action: 'add', ids: userIds, comment })}
      onClose={onClose}
    />
  );
}

export function DropDialog({ taskId, added, reread, onClose }: Props & { added: readonly CaseTask[] }) {
  const sign = useCaseSend(approvalCases.sign, onClose, reread);
  return (
    <Frame<{ ids: number[]; comment?: string }>
      title="减签"
      note="只能减去您加签、还没有处理的人员。"
      pending={sign.isPending}
      people={
        <Form.Item name="ids" label="人员" rules={[{ required: true, message: '请选择人员' }]}>
          <Checkbox.Group options={added.map(({ id, userName }) => ({ value: id, label: userName }))} />
        </Form.Item>
      }
      onSubmit={({ ids, comment = '' }) => sign.mutate({ taskId, action: 'drop', ids, comment })}
      onClose={onClose}
    />
  );
}

interface ReturnProps {
  found: ApprovalCase;
  pending: boolean;
  onReturn: (step: string) => void;
  onClose: () => void;
}

/** Where a return leads: a step before, or with '' the applicant. */
export function ReturnDialog({ found: { returnTo, applicantName }, pending, onReturn, onClose }: ReturnProps) {
  return (
    <Frame<{ to: string }>
      title="退回"
      note="退回后从所选的一步重新审批；退回申请人的，由申请人修改后重新提交。"
      okText="退回"
      pending={pending}
      people={
        <Form.Item name="to" label="退回到" initialValue={returnTo[0]?.step ?? ''}>
          <Radio.Group
            className="ap-choices"
            options={returnTo.map(({ step, name }) => ({ value: step, label: step === '' ? `申请人（${applicantName}）` : name }))}
          />
        </Form.Item>
      }
      comment={false}
      onSubmit={({ to }) => {
        onReturn(to);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

export function CopyDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const copy = useCaseSend(approvalCases.copy, onClose);
  return (
    <Frame<{ userIds: number[] }>
      title="抄送"
      note="抄送的人员可以查看和评论，不参加审批。"
      pending={copy.isPending}
      people={several}
      comment={false}
      onSubmit={({ userIds }) => copy.mutate({ id, userIds })}
      onClose={onClose}
    />
  );
}

export function ReassignDialog({ task, onClose }: { task: CaseTask; onClose: () => void }) {
  const reassign = useCaseSend(approvalCases.reassign, onClose, onClose);
  return (
    <Frame<{ userId: number; comment?: string }>
      title={`改派${task.userName}的审批`}
      pending={reassign.isPending}
      people={one}
      onSubmit={({ userId, comment = '' }) => reassign.mutate({ taskId: task.id, userId, comment })}
      onClose={onClose}
    />
  );
}
