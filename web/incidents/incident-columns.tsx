/** Columns of lists of incidents. */
import { Link } from 'react-router';
import { dueLabels } from '#contract/incidents/incident-dues.rules.ts';
import { incidentTypes } from '#contract/incidents/incident-types.rules.ts';
import { incidentLabels } from '#contract/incidents/incidents.labels.ts';
import { incidents } from '#contract/incidents/incidents.ts';
import { titled } from '#contract/labels.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { incidentAddress } from '#web/shell/addresses.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import type { Column } from '#web/ui/columns.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { MISSING, toMillis } from '#web/ui/display.ts';
import { Place } from '#web/ui/place.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { leftText } from './incident-calls.ts';
import './incidents.css';

export type Row = RowOf<typeof incidents.page>;

/** How grave it is; a death stands beside it. */
export function Grade({ severity, died }: Pick<Row, 'severity' | 'died'>) {
  return (
    <>
      {severity === null ? <span className="n-none">未分级</span> : <State of="incidentGrade" value={severity} />}
      {died && <State of="death" value={1} />}
    </>
  );
}

/** The next limit that is not kept. */
function Next({ state, dues }: Pick<Row, 'state' | 'dues'>) {
  const now = useQuarterMinute();
  const next = dues.filter(({ done }) => done === null).toSorted((a, b) => (a.due < b.due ? -1 : 1))[0];
  if (state === 4 || !next) return <span className="n-none">{MISSING}</span>;
  const late = toMillis(next.due) < now;
  return (
    <span className={late ? 'n-late' : ''}>
      {dueLabels[next.kind]} {leftText(next.due, now)}
    </span>
  );
}

export const incidentColumns: Column<Row>[] = titled(incidentLabels, [
  {
    key: 'number',
    width: 112,
    pin: 'left',
    render: ({ id, number }) => <Link to={incidentAddress(id)}>{number}</Link>,
  },
  { key: 'type', width: 112, render: ({ type }) => incidentTypes[type] },
  {
    key: 'oldmanName',
    width: 120,
    render: ({ oldmanId, oldmanName }) => (oldmanId === null ? MISSING : <PersonLink id={oldmanId} name={oldmanName ?? ''} />),
  },
  { key: 'state', width: 88, render: ({ state }) => <State of="incident" value={state} /> },
  { key: 'severity', width: 150, sort: 'severity', render: (row) => <Grade {...row} /> },
  { key: 'dues', title: '下一时限', width: 210, render: (row) => <Next {...row} /> },
  { key: 'occurTime', width: 130, sort: 'occur_time', render: ({ occurTime }) => <Time value={occurTime} /> },
  { key: 'place', width: 180, minor: 1, render: ({ place }) => <Place place={place} /> },
  { key: 'course', width: 220, minor: 1, render: ({ course }) => <span className="n-course">{course}</span> },
  {
    key: 'measures',
    width: 96,
    align: 'right',
    render: ({ measures, measuresOpen }) => (measures === 0 ? MISSING : `${measures - measuresOpen}/${measures}`),
  },
  { key: 'reporterName', width: 96, minor: 2 },
  { key: 'reportTime', width: 130, minor: 2, sort: 'report_time', render: ({ reportTime }) => <Time value={reportTime} /> },
  { key: 'closeTime', width: 130, minor: 2, render: ({ closeTime }) => <Time value={closeTime} /> },
]);
