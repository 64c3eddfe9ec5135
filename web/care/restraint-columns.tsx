/** The columns of restraints. */
import { restraintKinds, restraintReasons } from '#contract/care/restraint-commands.rules.ts';
import { restraintLabels } from '#contract/care/restraints.labels.ts';
import { titled } from '#contract/labels.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { useQuarterMinute } from '#web/ui/clock.ts';
import type { Column } from '#web/ui/columns.ts';
import { MISSING } from '#web/ui/display.ts';
import { Place } from '#web/ui/place.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { dueText, type RestraintRow } from './restraint-calls.ts';

/** The state, and in red what is due now. */
export function RestraintState({ row }: { row: RestraintRow }) {
  const due = dueText(row, useQuarterMinute());
  return (
    <>
      <State of="restraint" value={row.state} />
      {due && <b className="rs-due">{due}</b>}
    </>
  );
}

export const restraintColumns: Column<RestraintRow>[] = titled(restraintLabels, [
  {
    key: 'oldmanName',
    width: 100,
    pin: 'left',
    render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="care" />,
  },
  { key: 'kind', width: 120, render: ({ kind }) => restraintKinds[kind] ?? MISSING },
  { key: 'state', width: 200, render: (row) => <RestraintState row={row} /> },
  { key: 'reason', width: 140, render: ({ reason, reasonNote }) => reasonNote || restraintReasons[reason] },
  { key: 'beginTime', width: 140, render: ({ beginTime }) => <Time value={beginTime} /> },
  { key: 'limitTime', width: 140, render: ({ limitTime }) => <Time value={limitTime} /> },
  { key: 'lookTime', width: 140, render: ({ lookTime }) => <Time value={lookTime} age /> },
  { key: 'loosenTime', width: 140, minor: 1, render: ({ loosenTime }) => <Time value={loosenTime} age /> },
  { key: 'endTime', width: 140, minor: 1, render: ({ endTime }) => <Time value={endTime} /> },
  { key: 'place', width: 180, minor: 1, render: ({ place }) => <Place place={place} /> },
  { key: 'orderedName', width: 100, minor: 2 },
  { key: 'orderedTime', width: 140, minor: 2, sort: 'ordered_time', render: ({ orderedTime }) => <Time value={orderedTime} /> },
]);
