/** One record above the list that it is from; staff who may change it do so here. */
import { EditOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaireLogics } from '#contract/questionnaires/questionnaire-logics.ts';
import { questionnaireQuotas } from '#contract/questionnaires/questionnaire-quotas.ts';
import { takes } from '#contract/questionnaires/quotas.rules.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import type { Output } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { FillForm } from './fill-form.tsx';
import { splitValues, valuesOf } from './record-values.ts';
import { RecordSheet } from './view.tsx';

type Found = Output<typeof questionnaireResults.findResult>;

interface EditingProps {
  found: Found;
  onTyped: () => void;
  onDone: () => void;
}

/** The questions as they are now, with what was answered. */
function Editing({ found, onTyped, onDone }: EditingProps) {
  const key = found.projectKey;
  const items = useCall(questionnaireItems.list, { key }, { quiet: true });
  const logics = useCall(questionnaireLogics.list, { projectKey: key }, { quiet: true });
  const full = useCall(questionnaireQuotas.full, { projectKey: key }, { quiet: true, enabled: found.personId === null, staleTime: 0 });
  const send = useSend(questionnaireResults.update, {
    changes: [questionnaireResults.page, questionnaireResults.findResult],
    onSuccess: onDone,
    onError: () => void full.refetch(),
  });
  // The place that this result has is its own.
  const others = useMemo(() => full.data?.filter((quota) => !takes(quota, found.originalData ?? {})), [full.data, found]);
  const failed = items.error ?? logics.error;
  if (failed) return <Alert type="error" showIcon title={failed.message} />;
  if (!items.data || !logics.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <article className="y-sheet">
      <Alert type="info" showIcon title="按现在的题目修改；修改前后的内容都会保留在修改记录中" />
      <FillForm
        items={items.data}
        logics={logics.data}
        full={others}
        initial={valuesOf(found)}
        sending={send.isPending}
        submitLabel="保存修改"
        onDraft={onTyped}
        onSubmit={(values) => send.mutate({ id: found.id, version: found.version, ...splitValues(values) })}
      />
    </article>
  );
}

export function RecordDrawer({ resultId, onClose }: { resultId: number; onClose: () => void }) {
  const query = useCall(questionnaireResults.findResult, { resultId }, { quiet: true });
  const [editing, setEditing] = useState(false);
  const [typed, setTyped] = useState(false);
  const stop = () => {
    setEditing(false);
    setTyped(false);
  };
  return (
    <SideDrawer
      title={editing ? '修改问卷结果' : '问卷结果'}
      open
      size="small"
      isDirty={() => typed}
      onClose={editing ? stop : onClose}
      closeLabel={editing ? '取消' : '关闭'}
      extra={
        query.data?.changeable &&
        !editing && (
          <Button icon={<EditOutlined aria-hidden />} onClick={() => setEditing(true)}>
            修改
          </Button>
        )
      }
    >
      {query.isError ? (
        <Alert type="error" showIcon title={query.error.message} />
      ) : query.data && editing ? (
        <Editing found={query.data} onTyped={() => setTyped(true)} onDone={stop} />
      ) : query.data ? (
        <RecordSheet found={query.data} links={false} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </SideDrawer>
  );
}
