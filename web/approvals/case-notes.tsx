/** What happened to an application, and what people said about it. */
import { Button, Input } from 'antd';
import { useState } from 'react';
import { approvalCases } from '#contract/approvals/approval-cases.ts';
import { Held } from '#web/ui/held.tsx';
import { ResultItem } from '#web/ui/result-item.tsx';
import { Timeline, type Entry } from '#web/ui/timeline.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { UploadsContext, useUploads } from '#web/ui/upload-wait.tsx';
import { useCaseSend, type ApprovalCase } from './case-calls.ts';
import { PictureListField } from './picture-list-field.tsx';

const entriesOf = ({ notes }: ApprovalCase): Entry[] =>
  notes.map(({ action, stepName, userName, text, files, createTime }) => ({
    time: createTime,
    title: stepName ? `${action}（${stepName}）` : action,
    userName,
    note: (text || files.length > 0) && (
      <>
        {text && <p>{text}</p>}
        {files.length > 0 && <ResultItem kind="files" value={files} />}
      </>
    ),
  }));

function Comment({ id }: { id: number }) {
  const [text, setText] = useState('');
  const [files, setFiles] = useState<string[]>([]);
  const send = useCaseSend(approvalCases.comment, () => {
    setText('');
    setFiles([]);
  });
  const { uploading, count } = useUploads();
  useUnsaved(true, () => text.trim() !== '');
  return (
    <div className="ap-comment y-no-print">
      <Held busy={send.isPending}>
        <Input.TextArea
          aria-label="评论"
          placeholder="评论，参与审批的人都能看到"
          maxLength={500}
          autoSize={{ minRows: 2, maxRows: 6 }}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="ap-decide-foot">
          <UploadsContext value={count}>
            <PictureListField value={files} onChange={setFiles} />
          </UploadsContext>
          <Button
            disabled={text.trim() === '' || uploading}
            loading={send.isPending}
            onClick={() => send.mutate({ id, comment: text, files })}
          >
            发表评论
          </Button>
        </div>
      </Held>
    </div>
  );
}

export const CaseNotes = ({ found }: { found: ApprovalCase }) => (
  <section className="ap-card" aria-label="审批历史">
    <h2>审批历史</h2>
    <Timeline entries={entriesOf(found)} />
    <Comment id={found.id} />
  </section>
);
