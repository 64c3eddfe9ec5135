/** The list of a job: whom it calls up, how often each was tried, and what came of it. */
import { Select } from 'antd';
import { useState } from 'react';
import { callJobCaseLabels } from '#contract/calls/call-job-cases.labels.ts';
import { callCaseResults, callJobCases } from '#contract/calls/call-jobs.ts';
import { caseStateLabels, caseStates } from '#contract/calls/call-jobs.rules.ts';
import { titled } from '#contract/labels.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';

type Row = RowOf<typeof callJobCases.page>;

const columns: Column<Row>[] = titled(callJobCaseLabels, [
  {
    key: 'name',
    width: 120,
    render: ({ oldmanId, name }) => (oldmanId === null ? name || MISSING : <PersonLink id={oldmanId} name={name} />),
  },
  { key: 'mobile', width: 140 },
  { key: 'state', width: 90, render: ({ state }) => <State of="callCase" value={state} /> },
  { key: 'attempts', width: 70, align: 'right' },
  { key: 'result', width: 110, render: ({ result }) => (result === null ? MISSING : callCaseResults[result]) },
  { key: 'nextTime', width: 172, render: ({ state, nextTime }) => <Time value={state === caseStates.waits ? nextTime : null} /> },
  { key: 'seatName', width: 100 },
  { key: 'note', width: 200 },
]);

export function CasesDrawer({ job, onClose }: { job: { id: number; name: string }; onClose: () => void }) {
  const [state, setState] = useState<number | undefined>();
  return (
    <SideDrawer title={`外呼名单：${job.name}`} open size="large" onClose={onClose}>
      <DataTable<typeof callJobCases.page>
        name="call-job-cases"
        state="own"
        height="content"
        noun="名单"
        route={callJobCases.page}
        columns={columns}
        fixed={{ jobId: job.id, ...(state === undefined ? {} : { state }) }}
        extra={
          <Select
            aria-label={callJobCaseLabels.state}
            allowClear
            placeholder="全部状态"
            options={choices(caseStateLabels)}
            value={state}
            onChange={setState}
          />
        }
      />
    </SideDrawer>
  );
}
