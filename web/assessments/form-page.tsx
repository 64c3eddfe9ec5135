/** /assessment/form: an assessment that is filled in. `?id=` a draft, `?person=&scale=` a new one, `?again=` once more of the same. */
import { Alert, Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { assessmentStates } from '#contract/assessments/assessment-commands.rules.ts';
import { assessments } from '#contract/assessments/assessments.ts';
import { dueCauseNames, reasonOfCause, type DueCause } from '#contract/assessments/due-causes.rules.ts';
import { people } from '#contract/elderly/people.ts';
import { dayOf } from '#contract/time.ts';
import { useCall } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { ASSESSMENTS, type AssessmentDetail, type Written } from './assessment-calls.ts';
import { Editor } from './editor.tsx';
import { scaleOfRow, useScale } from './scales-in-use.ts';
import './assessments.css';

const empty = (reason: number): Written => ({
  answers: {},
  facts: {},
  head: { reason, reasonNote: '', assessedDate: dayOf(serverNow()), site: '', informantName: '', informantRelation: '', note: '' },
});

/** With the reason that the list of what is due says. */
function begin(cause: DueCause | null): Written {
  const { head, ...written } = empty(1);
  return { ...written, head: { ...head, ...(cause === null ? {} : reasonOfCause(cause)) } };
}

const writtenOf = ({ answers, facts, ...row }: AssessmentDetail): Written => ({
  answers,
  facts,
  head: {
    reason: row.reason,
    reasonNote: row.reasonNote,
    assessedDate: row.assessedDate,
    site: row.site,
    informantName: row.informantName,
    informantRelation: row.informantRelation,
    note: row.note,
  },
});

/** A draft goes on; of one that was signed another one begins. */
function OfAssessment({ id, again }: { id: number; again: boolean }) {
  const { data: row, error, refetch } = useCall(assessments.get, { id }, { quiet: true });
  const newest = useScale(row?.scale ?? '');
  if (error && !row) return <MissingPage error={error} noun="评估" back={ASSESSMENTS} onRetry={() => void refetch()} />;
  if (!row || (again && newest.loading)) return <Skeleton active paragraph={{ rows: 8 }} />;
  const scale = again ? newest.scale : scaleOfRow(row);
  if (!scale) return <Alert type="error" showIcon title="量表不存在，请重新选择" />;
  const person = { id: row.oldmanId, name: row.oldmanName };
  if (again) return <Editor person={person} scale={scale} draft={null} written={empty(2)} />;
  if (row.state !== assessmentStates.draft) return <Alert type="info" showIcon title="该评估已签名，不能修改" />;
  return <Editor key={row.id} person={person} scale={scale} draft={row} written={writtenOf(row)} />;
}

/** What was begun of a person by a scale goes on; else a new one begins. Which of the two is decided once, when the page opens. */
function OfPerson({ id, code, cause }: { id: number; code: string; cause: DueCause | null }) {
  const { data: person, error, refetch } = useCall(people.get, { id }, { quiet: true });
  const drafts = useCall(assessments.page, { oldmanId: id, scale: code, state: assessmentStates.draft, size: 1 }, { quiet: true }).data;
  const [begun, setBegun] = useState<{ draft: number | null } | null>(null);
  if (begun === null && drafts) setBegun({ draft: drafts.records[0]?.id ?? null });
  const { scale, loading } = useScale(code);
  if (error && !person) return <MissingPage error={error} noun="服务对象" back={ASSESSMENTS} onRetry={() => void refetch()} />;
  if (!person || !begun || loading) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (begun.draft !== null) return <OfAssessment id={begun.draft} again={false} />;
  if (!scale) return <Alert type="error" showIcon title="量表不存在，请重新选择" />;
  return <Editor person={{ id, name: person.userName }} scale={scale} draft={null} written={begin(cause)} />;
}

export default function FormPage() {
  const [params] = useSearchParams();
  const number = (name: string) => Number(params.get(name)) || null;
  const [id, again, person] = [number('id'), number('again'), number('person')];
  if (id !== null) return <OfAssessment key={id} id={id} again={false} />;
  if (again !== null) return <OfAssessment id={again} again />;
  const code = params.get('scale') ?? '';
  const cause = dueCauseNames.find((name) => name === params.get('cause')) ?? null;
  return <OfPerson key={`${person} ${code}`} id={person ?? 0} code={code} cause={cause} />;
}
