/** The columns of visits, for the list, a plan and a person. */
import { titled } from '#contract/labels.ts';
import { visitWays } from '#contract/visits/visit-plans.rules.ts';
import { visitTaskLabels } from '#contract/visits/visit-tasks.labels.ts';
import { isLateVisit, notReachedReasons } from '#contract/visits/visit-tasks.rules.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import type { Column } from '#web/ui/columns.ts';
import { MISSING } from '#web/ui/display.ts';
import { State } from '#web/ui/state.tsx';
import type { Visit } from './visit-calls.ts';

/** What came of a visit. */
export function Outcome({ visit: { result, reason } }: { visit: Pick<Visit, 'result' | 'reason'> }) {
  if (result !== null) return <State of="visitResult" value={result} />;
  return reason === null ? <span className="y-missing">{MISSING}</span> : <>{notReachedReasons[reason]}</>;
}

export const visitColumns: readonly Column<Visit>[] = titled(visitTaskLabels, [
  {
    key: 'oldmanName',
    width: 96,
    pin: 'left',
    render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="visit" />,
  },
  {
    key: 'state',
    width: 128,
    render: (visit) => (
      <>
        <State of="visitTask" value={visit.state} />
        {isLateVisit(visit) && <small className="vi-quiet"> 超期</small>}
      </>
    ),
  },
  {
    key: 'dueDay',
    width: 152,
    render: ({ dueDay, dueClock, movedDay }) => (
      <>
        {dueDay}
        {dueClock !== null && ` ${dueClock}`}
        {movedDay !== null && <small className="vi-quiet"> 改期</small>}
      </>
    ),
  },
  { key: 'way', width: 88, render: ({ way, planWay }) => visitWays[way ?? planWay] },
  {
    key: 'userName',
    width: 128,
    render: ({ userName, meantName }) => (
      <>
        {userName ?? <span className="vi-warn">待指派</span>}
        {meantName !== null && <small className="vi-quiet">（代{meantName}）</small>}
      </>
    ),
  },
  { key: 'place', width: 240 },
  { key: 'result', width: 132, render: (visit) => <Outcome visit={visit} /> },
  { key: 'finding', width: 160, minor: 1 },
  { key: 'mobile', width: 132, minor: 1 },
  { key: 'planName', width: 160, minor: 1 },
  { key: 'doneTime', width: 172, minor: 2 },
  { key: 'closeDay', width: 112, minor: 2 },
  { key: 'flags', width: 140, minor: 2, render: ({ flags }) => flags.join('、') },
]);
