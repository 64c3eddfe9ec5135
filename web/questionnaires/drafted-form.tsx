/** A questionnaire whose answers wait on this computer until they are submitted, also when its tab is closed. */
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { session } from '#web/api/session.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { useSoon } from '#web/ui/soon.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { shortTime } from '#web/ui/display.ts';
import { readDraft, removeDraft, writeDraft, type DraftOf } from './drafts.ts';
import { FillForm, type AnswerValues, type FillFormProps } from './fill-form.tsx';

interface Props extends Omit<FillFormProps, 'onDraft'> {
  draft: DraftOf;
  /** Of the record that is corrected, 0 for a new one. */
  version: number;
}

export function DraftedForm({ draft, version, initial, onSubmit, ...form }: Props) {
  const [found, setFound] = useState(() => readDraft(draft, version, Date.now()));
  const late = useSoon<AnswerValues>((values) => {
    const { user } = session.getState();
    // Signing out has just wiped what this person typed.
    if (user?.id === draft.userId && user.tenantId === draft.tenantId) writeDraft(draft, { values, at: Date.now(), version });
  });
  const startOver = () => {
    late.drop();
    removeDraft(draft);
    setFound(null);
  };
  return (
    <>
      {found && (
        <Alert
          type="info"
          showIcon
          title={`已恢复您 ${shortTime(found.at, serverNow())} 填写但未提交的内容`}
          action={
            <Confirm title="清空后不能恢复，确定重新填写吗？" okText="确定" cancelText="取消" onConfirm={startOver}>
              <Button size="small">重新填写</Button>
            </Confirm>
          }
        />
      )}
      <FillForm
        key={found ? 'draft' : 'fresh'}
        {...form}
        initial={found ? { ...initial, ...found.values } : initial}
        onDraft={late.put}
        onSubmit={(values, milliseconds) => {
          late.flush();
          onSubmit(values, milliseconds);
        }}
      />
    </>
  );
}
