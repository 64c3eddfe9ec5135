/** 评估 of a person: how the scores went, and all assessments. */
import { lazy, Suspense, useState } from 'react';
import { assessmentStates } from '#contract/assessments/assessment-commands.rules.ts';
import { assessments } from '#contract/assessments/assessments.ts';
import { nameOfScale } from '#contract/assessments/scales.ts';
import { DAY, instantOf } from '#contract/time.ts';
import { useCall } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { go } from '#web/shell/go.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { Trend } from '#web/ui/trend.tsx';
import { assessmentAddress, draftAddress, type AssessmentRow } from './assessment-calls.ts';
import { assessmentColumns } from './assessment-columns.tsx';
import { CheckinSurvey } from './checkin-survey.tsx';
import './assessments.css';

const NewDialog = lazy(() => import('./new-dialog.tsx'));
const columns = assessmentColumns.filter(({ key }) => key !== 'oldmanName' && key !== 'place');
const at = (day: string) => instantOf(`${day} 00:00:00`);

/** A line for each scale that was used twice and has a total. */
function Trends({ rows }: { rows: AssessmentRow[] }) {
  const whole = rows.filter(({ state, total }) => state === assessmentStates.complete && total !== null);
  const lines = [...Map.groupBy(whole, ({ scale }) => scale)].filter(([, its]) => its.length > 1);
  return (
    <div className="as-trends">
      {lines.map(([code, its]) => {
        const points = its
          .map(({ assessedDate, total }) => ({ at: at(assessedDate), value: total!, low: total!, high: total! }))
          .toSorted((a, b) => a.at - b.at);
        const name = nameOfScale(code);
        return (
          <figure key={code}>
            <figcaption>{name}</figcaption>
            <Trend
              label={name}
              unit="分"
              series={[{ label: '总分', points }]}
              from={points[0]!.at - DAY}
              to={serverNow()}
              gap={3650 * DAY}
            />
          </figure>
        );
      })}
    </div>
  );
}

export function PersonAssessments({ personId }: { personId: number }) {
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const { data = [] } = useCall(assessments.ofPerson, { oldmanId: personId }, { quiet: true });
  const show = (id: number) => go(assessmentAddress(id));
  return (
    <>
      <CheckinSurvey personId={personId} />
      <Trends rows={data} />
      <DataTable
        name="person-assessments"
        noun="评估"
        route={assessments.page}
        fixed={{ oldmanId: personId }}
        columns={columns}
        state="own"
        height="content"
        onAdd={may(assessments.create) ? () => setAdding(true) : undefined}
        onRowDoubleClick={({ id }) => show(id)}
        actions={({ id, state }) => [
          { label: '查看', onClick: () => show(id) },
          { label: '继续填写', onClick: () => go(draftAddress(id)), when: state === assessmentStates.draft && may(assessments.update) },
        ]}
      />
      <Suspense fallback={null}>{adding && <NewDialog person={personId} onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}
