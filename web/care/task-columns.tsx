/** How care tasks stand in a list. */
import { Tag } from 'antd';
import { careKinds, type CareKind } from '#contract/care/care-kinds.ts';
import { isLate, notDoneReasons, taskPhases } from '#contract/care/care-tasks.rules.ts';
import { careTaskLabels } from '#contract/care/care-tasks.labels.ts';
import { titled } from '#contract/labels.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { useQuarterMinute } from '#web/ui/clock.ts';
import type { Column } from '#web/ui/columns.ts';
import { until } from '#web/ui/display.ts';
import { Place } from '#web/ui/place.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import type { Task } from './task-acts.tsx';
import './care.css';

const { due, overdue } = taskPhases;

function Due({ task }: { task: Task }) {
  const at = useQuarterMinute();
  return (
    <span className="ca-due" data-tone={task.state === overdue ? 'late' : undefined}>
      <b>
        <Time value={task.dueTime} />
      </b>
      <small>{task.state === due || task.state === overdue ? until(task.dueTime, at) : ''}</small>
    </span>
  );
}

/** What came of it: who with whom, or why not. */
function Outcome({ task }: { task: Task }) {
  const parts = [
    task.secondName === null ? task.doneName : `${task.doneName}、${task.secondName}`,
    task.reason === null ? null : notDoneReasons[task.reason],
    task.value === null ? null : `${task.value}${task.unit ?? ''}`,
    task.note,
  ];
  return (
    <>
      {parts.filter(Boolean).join('，') || <span className="y-missing">--</span>}
      {isLate(task) && <Tag>晚于时限</Tag>}
    </>
  );
}

export const taskColumns: Column<Task>[] = titled(careTaskLabels, [
  { key: 'state', width: 96, pin: 'left', render: ({ state }) => <State of="careTask" value={state} /> },
  {
    key: 'oldmanName',
    width: 92,
    pin: 'left',
    render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="care" />,
  },
  { key: 'place', width: 170, render: Place },
  { key: 'dueTime', width: 130, render: (task) => <Due task={task} /> },
  {
    key: 'name',
    width: 190,
    render: ({ name, two }) => (
      <>
        {name} {two && <Tag>双人</Tag>}
      </>
    ),
  },
  { key: 'kind', width: 108, minor: 1, render: ({ kind }) => careKinds[kind as CareKind] ?? kind },
  { key: 'doneName', width: 190, render: (task) => <Outcome task={task} /> },
  { key: 'doneTime', width: 130, minor: 1, render: ({ doneTime }) => <Time value={doneTime} /> },
  { key: 'enterTime', width: 130, minor: 2, render: ({ enterTime }) => <Time value={enterTime} /> },
  { key: 'carerName', width: 108, minor: 2 },
  { key: 'instruction', width: 240, minor: 2 },
]);
