/** /questionnaire/write?key=…&jobId=…: staff fill in a questionnaire, for a job of a work order, about a person (`personId`) or just so. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Result, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { checkinSurveys } from '#contract/questionnaires/checkin-surveys.ts';
import { questionnaireLogics } from '#contract/questionnaires/questionnaire-logics.ts';
import { questionnaireQuotas } from '#contract/questionnaires/questionnaire-quotas.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { questionnaires, questionnaireStatus } from '#contract/questionnaires/questionnaires.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import type { Output } from '#contract/http.ts';
import { call, keyOf, useCall, useSend } from '#web/api/call.ts';
import type { CallError } from '#web/api/refusals.ts';
import { session } from '#web/api/session.ts';
import { go } from '#web/shell/go.ts';
import { useTab, useTabLabel } from '#web/shell/tab-context.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { browserOf } from './browser.ts';
import { idIn, NotNamed } from './not-named.tsx';
import { DraftedForm } from './drafted-form.tsx';
import { removeDraft } from './drafts.ts';
import type { AnswerValues } from './fill-form.tsx';
import { splitValues, valuesOf } from './record-values.ts';
import './questionnaires.css';

type Found = Output<typeof questionnaireResults.findResult>;
type Details = Output<typeof questionnaires.details> & { logics: Output<typeof questionnaireLogics.list> };

/** What was already filled in for the job; null when nothing was. */
async function recordOf(key: string, jobId: number, signal: AbortSignal): Promise<Found | null> {
  try {
    return await call(questionnaireResults.findResult, { key, jobId }, { quiet: true, signal });
  } catch (error) {
    if ((error as CallError).status === 422) return null;
    throw error;
  }
}

interface SheetProps {
  details: Details;
  jobId: number | null;
  /** Whom it is about. */
  personId: number | null;
  record: Found | null;
  onReload: () => Promise<unknown>;
}

function Sheet({ details: { project, projectItems, logics }, jobId, personId, record, onReload }: SheetProps) {
  const tab = useTab();
  const client = useQueryClient();
  const [done, setDone] = useState<number | null>(null);
  const [stale, setStale] = useState(false);
  // The page goes on until it is closed, whatever becomes of the session.
  const [draft] = useState(() => ({
    tenantId: session.getState().user?.tenantId ?? 0,
    userId: session.getState().user?.id ?? 0,
    key: project.key,
    // What is written about a person is kept apart from other people's: no job has a negative id.
    jobId: personId === null ? jobId : -personId,
  }));
  // Records of jobs and of people take no places.
  const isCounted = jobId === null && personId === null;
  const full = useCall(questionnaireQuotas.full, { projectKey: project.key }, { quiet: true, enabled: isCounted, staleTime: 0 });
  const send = useSend(questionnaireResults.create, {
    changes: [workOrders.get, questionnaireResults.page, questionnaireResults.findResult, checkinSurveys.ofPerson],
    onSuccess: (id) => {
      removeDraft(draft);
      setDone(id ?? 0);
      void client.invalidateQueries({ queryKey: keyOf(questionnaires.page) });
    },
    onError: ({ status }) => {
      setStale(status === 409);
      // A place may have gone while this was filled in.
      if (isCounted) void full.refetch();
    },
  });
  const submit = (values: AnswerValues, milliseconds: number) => {
    send.mutate({
      projectKey: project.key,
      ...splitValues(values),
      completeTime: milliseconds,
      ...browserOf(navigator.userAgent),
      ...(jobId === null ? {} : { workOrderJobId: jobId }),
      ...(personId === null ? {} : { personId }),
      ...(record ? { version: record.version } : {}),
    });
  };
  if (done !== null)
    return (
      <Result
        status="success"
        title="提交成功 !"
        subTitle={project.name}
        extra={[
          done > 0 && (
            <Button
              key="view"
              type="primary"
              onClick={() => {
                tab.close();
                go(`/questionnaire/view?id=${done}`);
              }}
            >
              查看
            </Button>
          ),
          jobId !== null && (
            <Button key="again" onClick={() => void onReload().then(() => setDone(null))}>
              修改
            </Button>
          ),
          <Button key="close" onClick={tab.close}>
            返回
          </Button>,
        ]}
      />
    );
  if (record && !record.editable)
    return (
      <Result
        status="info"
        title="该问卷已填写"
        subTitle={`${record.userName ?? ''} ${record.updateTime}`}
        extra={
          <Button type="primary" onClick={() => go(`/questionnaire/view?id=${record.id}`)}>
            查看
          </Button>
        }
      />
    );
  return (
    <article className="y-sheet">
      <header>
        <h1>{project.name}</h1>
        {project.describe && <RichText value={project.describe} className="y-sheet-describe" />}
      </header>
      {project.status !== questionnaireStatus.published && jobId === null && (
        <Alert type="warning" showIcon title="问卷未在收集中，填写后不能提交" />
      )}
      {record && <Alert type="info" showIcon title={`您已于 ${record.updateTime} 填写，工单结束前可以修改`} />}
      {stale && (
        <Alert
          type="warning"
          showIcon
          title="这份问卷已有新的内容，请载入后再填写"
          action={
            <Button size="small" onClick={() => void onReload()}>
              载入最新内容
            </Button>
          }
        />
      )}
      <DraftedForm
        key={record?.version ?? 0}
        draft={draft}
        version={record?.version ?? 0}
        items={projectItems}
        logics={logics}
        full={full.data}
        initial={record ? valuesOf(record) : undefined}
        sending={send.isPending}
        submitLabel={record ? '保存修改' : '提交'}
        onSubmit={submit}
      />
    </article>
  );
}

/** What was typed must survive a look at another tab, so what it belongs to is not given up meanwhile. */
const KEPT_MS = 24 * 3_600_000;

interface WritingProps {
  projectKey: string;
  jobId: number | null;
  personId: number | null;
}

function Writing({ projectKey: key, jobId, personId }: WritingProps) {
  const mount = useId();
  const reading = useQuery<{ details: Details; record: Found | null }, CallError>({
    // Each opening reads anew.
    queryKey: ['writing', mount, key, jobId],
    queryFn: async ({ signal }) => {
      const [details, logics, record] = await Promise.all([
        call(questionnaires.details, { projectKey: key }, { quiet: true, signal }),
        call(questionnaireLogics.list, { projectKey: key }, { quiet: true, signal }),
        jobId === null ? null : recordOf(key, jobId, signal),
      ]);
      return { details: { ...details, logics }, record };
    },
    staleTime: 'static',
    gcTime: KEPT_MS,
  });
  useTabLabel(reading.data && `填写 ${reading.data.details.project.name}`);
  if (reading.isError)
    return (
      <Result
        status="warning"
        title={reading.error.message}
        extra={
          <Button onClick={() => void reading.refetch()} type="primary">
            重试
          </Button>
        }
      />
    );
  if (!reading.data) return <Skeleton active className="y-sheet" paragraph={{ rows: 10 }} />;
  return (
    <Sheet key={`${key}.${jobId}.${personId}`} {...reading.data} jobId={jobId} personId={personId} onReload={() => reading.refetch()} />
  );
}

export default function WriteQuestionnaire() {
  const [params] = useSearchParams();
  const tab = useTab();
  const key = params.get('key') ?? '';
  const jobId = idIn(params, 'jobId');
  if (key === '' || (params.has('jobId') && jobId === null)) return <NotNamed noun={key === '' ? '问卷' : '工单服务'} onBack={tab.close} />;
  const personId = idIn(params, 'personId');
  return <Writing projectKey={key} jobId={jobId} personId={personId} />;
}
