/** The questionnaire of an outbound case, filled in beside the call: the panel of calls lies above it. */
import { Skeleton } from 'antd';
import { useState } from 'react';
import { callJobCases } from '#contract/calls/call-jobs.ts';
import { questionnaireLogics } from '#contract/questionnaires/questionnaire-logics.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { browserOf } from '#web/questionnaires/browser.ts';
import { FillForm } from '#web/questionnaires/fill-form.tsx';
import { splitValues, valuesOf } from '#web/questionnaires/record-values.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

interface Props {
  caseId: number;
  projectKey: string;
  /** What was filled in before, to be corrected. */
  resultId: number | null;
  onClose: () => void;
}

export default function CaseQuestionnaire({ caseId, projectKey, resultId, onClose }: Props) {
  const details = useCall(questionnaires.details, { projectKey }, { quiet: true, staleTime: 'static' });
  const logics = useCall(questionnaireLogics.list, { projectKey }, { quiet: true, staleTime: 'static' });
  const record = useCall(
    questionnaireResults.findResult,
    { resultId: resultId ?? 0 },
    { quiet: true, enabled: resultId !== null, staleTime: 'static' },
  );
  const [typed, setTyped] = useState(false);
  const send = useSend(questionnaireResults.create, {
    once: true,
    changes: [callJobCases.atHand, callJobCases.page, questionnaireResults.page, questionnaireResults.findResult],
    onSuccess: onClose,
  });
  const queries = [details, logics, ...(resultId === null ? [] : [record])];
  const failed = queries.find(({ error }) => error);
  const ready = details.data && logics.data && (resultId === null || record.data);
  return (
    <SideDrawer
      title={details.data ? `问卷：${details.data.project.name}` : '问卷'}
      open
      size="small"
      isDirty={() => typed}
      closeLabel="关闭"
      onClose={onClose}
    >
      {failed ? (
        <LoadFailed title={failed.error?.message} onAgain={() => void Promise.all(queries.map(({ refetch }) => refetch()))} />
      ) : ready && details.data ? (
        <>
          {details.data.project.describe && <RichText value={details.data.project.describe} />}
          <FillForm
            items={details.data.projectItems}
            logics={logics.data}
            initial={record.data ? valuesOf(record.data) : undefined}
            sending={send.isPending}
            submitLabel={record.data ? '保存修改' : '提交'}
            onDraft={() => setTyped(true)}
            onSubmit={(values, milliseconds) =>
              send.mutate({
                projectKey,
                ...splitValues(values),
                completeTime: milliseconds,
                ...browserOf(navigator.userAgent),
                callCaseId: caseId,
                ...(record.data ? { version: record.data.version } : {}),
              })
            }
          />
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </SideDrawer>
  );
}
