/** What the caller does with the own task: the comment, 同意, 拒绝, 退回, and below 更多 what hands it on. */
import { CheckOutlined, CloseOutlined, DownOutlined, RollbackOutlined } from '@ant-design/icons';
import { App, Button, Dropdown, Input } from 'antd';
import { useEffect, useId, useRef, useState, type ComponentRef } from 'react';
import { approvalCases } from '#contract/approvals/approval-cases.ts';
import { taskOrigins } from '#contract/approvals/approval-steps.rules.ts';
import { showMessage } from '#web/api/messages.ts';
import { Held } from '#web/ui/held.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { UploadsContext, useUploads } from '#web/ui/upload-wait.tsx';
import { isWaiting, ownTask, useCaseSend, type ApprovalCase } from './case-calls.ts';
import { AddDialog, DropDialog, HandDialog, ReturnDialog } from './hand-dialogs.tsx';
import { PictureListField } from './picture-list-field.tsx';

type Dialog = 'return' | 'transfer' | 'delegate' | 'add' | 'drop' | null;

export function DecideBar({ found, reread }: { found: ApprovalCase; reread: () => void }) {
  const { modal } = App.useApp();
  const label = useId();
  const box = useRef<ComponentRef<typeof Input.TextArea>>(null);
  const [comment, setComment] = useState('');
  const [files, setFiles] = useState<string[]>([]);
  const [dialog, setDialog] = useState<Dialog>(null);
  const { uploading, count } = useUploads();
  const own = ownTask(found);
  const decide = useCaseSend(
    approvalCases.decide,
    () => {
      setComment('');
      setFiles([]);
    },
    reread,
  );
  useUnsaved(true, () => comment.trim() !== '' || files.length > 0);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  if (!own) return null;
  const { task, step } = own;
  const advising = task.origin === taskOrigins.delegate;
  const send = (action: 'approve' | 'reject' | 'return', to = '') => decide.mutate({ taskId: task.id, action, to, comment, files });
  const approve = () => {
    if (decide.isPending || uploading) return;
    if (advising && comment.trim() === '') {
      showMessage('error', '请填写意见');
      box.current?.focus();
    } else send('approve');
  };
  /** What goes against the applicant says why. */
  const withReason = (ask: () => void) => {
    if (comment.trim() !== '') return ask();
    showMessage('error', '请先填写审批意见，说明原因');
    box.current?.focus();
  };
  const reject = () =>
    void modal.confirm({
      title: `拒绝${found.applicantName}的申请？`,
      content: '拒绝后申请即结束，不能恢复。',
      okText: '拒绝',
      okButtonProps: { danger: true },
      cancelText: '取消',
      autoFocusButton: 'cancel',
      onOk: () => send('reject'),
    });
  const added = step.tasks.filter((one) => one.origin === taskOrigins.added && one.parentId === task.id && isWaiting(one));
  const more = [
    { key: 'transfer', label: '转交' },
    { key: 'delegate', label: '委派' },
    { key: 'add', label: '加签' },
    ...(added.length > 0 ? [{ key: 'drop', label: '减签' }] : []),
  ];
  const close = () => setDialog(null);
  return (
    <section className="ap-decide y-no-print" aria-label="我的审批">
      <h2 id={label}>{advising ? `回复意见：${step.name}` : `我的审批：${step.name}`}</h2>
      <Held busy={decide.isPending}>
        <Input.TextArea
          ref={box}
          aria-labelledby={label}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            approve();
          }}
          maxLength={500}
          autoSize={{ minRows: 2, maxRows: 6 }}
          placeholder={advising ? '请填写您的意见' : '审批意见，同意时可不填。Ctrl+Enter 同意'}
        />
      </Held>
      <div className="ap-decide-foot">
        <Held busy={decide.isPending}>
          <UploadsContext value={count}>
            <PictureListField value={files} onChange={setFiles} />
          </UploadsContext>
        </Held>
        <div className="ap-buttons">
          <Button type="primary" icon={<CheckOutlined aria-hidden />} loading={decide.isPending} disabled={uploading} onClick={approve}>
            {advising ? '回复意见' : '同意'}
          </Button>
          {!advising && (
            <>
              <Button
                danger
                icon={<CloseOutlined aria-hidden />}
                disabled={decide.isPending || uploading}
                onClick={() => withReason(reject)}
              >
                拒绝
              </Button>
              {found.returnTo.length > 0 && (
                <Button
                  icon={<RollbackOutlined aria-hidden />}
                  disabled={decide.isPending || uploading}
                  onClick={() => withReason(() => setDialog('return'))}
                >
                  退回
                </Button>
              )}
              <Dropdown trigger={['click']} menu={{ items: more, onClick: ({ key }) => setDialog(key as Dialog) }}>
                <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
                  更多
                </Button>
              </Dropdown>
            </>
          )}
        </div>
      </div>
      {(dialog === 'transfer' || dialog === 'delegate') && <HandDialog action={dialog} taskId={task.id} reread={reread} onClose={close} />}
      {dialog === 'return' && (
        <ReturnDialog found={found} pending={decide.isPending} onReturn={(to) => send('return', to)} onClose={close} />
      )}
      {dialog === 'add' && <AddDialog taskId={task.id} reread={reread} onClose={close} />}
      {dialog === 'drop' && <DropDialog taskId={task.id} added={added} reread={reread} onClose={close} />}
    </section>
  );
}
