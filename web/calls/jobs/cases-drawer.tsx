/** The list of a job: whom it calls up, how often each was tried, and what came of it; opened again, or given to seats. */
import { App, Button, Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { callJobCaseLabels } from '#contract/calls/call-job-cases.labels.ts';
import { callCaseResults, callJobCases, callJobs } from '#contract/calls/call-jobs.ts';
import { caseStateLabels, caseStates } from '#contract/calls/call-jobs.rules.ts';
import { callSeats } from '#contract/calls/call-seats.ts';
import { titled } from '#contract/labels.ts';
import { useSend } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { CaseResults } from './case-results.tsx';

const RecordDrawer = lazy(() => import('#web/questionnaires/record-drawer.tsx').then(({ RecordDrawer }) => ({ default: RecordDrawer })));

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
  { key: 'keyName', width: 110, minor: 1, render: ({ key, keyName }) => (key === '' ? MISSING : `${key} ${keyName}`) },
  { key: 'nextTime', width: 172, render: ({ state, nextTime }) => <Time value={state === caseStates.waits ? nextTime : null} /> },
  { key: 'forSeatName', width: 100, minor: 1 },
  { key: 'seatName', width: 100 },
  { key: 'note', width: 200 },
]);

const over = ({ state }: Row) => state === caseStates.done || state === caseStates.inVain || state === caseStates.skipped;

interface BatchProps {
  jobId: number;
  chosen: Row[];
  clear: () => void;
}

/** What is done to the chosen cases. */
function Batch({ jobId, chosen, clear }: BatchProps) {
  const may = useMay();
  const { message } = App.useApp();
  const [assigning, setAssigning] = useState(false);
  const reopen = useSend(callJobCases.reopen, {
    changes: [callJobCases.page, callJobs.page, callJobs.results],
    onSuccess: (count) => {
      clear();
      void message.success(`已重新打开 ${count} 个名单${count > 0 ? '，任务若已结束则变为已暂停' : ''}`);
    },
  });
  const ended = chosen.filter(over);
  const waiting = chosen.filter(({ state }) => state === caseStates.waits);
  return (
    <>
      <Button
        size="small"
        disabled={ended.length === 0}
        loading={reopen.isPending}
        onClick={() => reopen.mutate({ jobId, ids: ended.map(({ id }) => id) })}
      >
        重新打开 {ended.length > 0 && ended.length}
      </Button>
      {may(callSeats.page) && (
        <Button size="small" disabled={waiting.length === 0} onClick={() => setAssigning(true)}>
          指定坐席 {waiting.length > 0 && waiting.length}
        </Button>
      )}
      {assigning && (
        <AssignDialog
          jobId={jobId}
          ids={waiting.map(({ id }) => id)}
          onClose={() => {
            setAssigning(false);
            clear();
          }}
        />
      )}
    </>
  );
}

export function CasesDrawer({ job, onClose }: { job: { id: number; name: string }; onClose: () => void }) {
  const may = useMay();
  const [state, setState] = useState<number | undefined>();
  const [result, setResult] = useState<number | undefined>();
  const [viewed, setViewed] = useState<number | null>(null);
  return (
    <SideDrawer title={`外呼名单：${job.name}`} open size="large" onClose={onClose}>
      <CaseResults jobId={job.id} chosen={result} onChoose={setResult} />
      <DataTable<typeof callJobCases.page>
        name="call-job-cases"
        state="own"
        height="content"
        noun="名单"
        route={callJobCases.page}
        columns={columns}
        {...(may(callJobCases.export) ? { exportRoute: callJobCases.export } : {})}
        {...(may(callJobCases.reopen)
          ? { batch: (chosen: Row[], clear: () => void) => <Batch jobId={job.id} chosen={chosen} clear={clear} /> }
          : {})}
        actions={({ resultId }) => [{ label: '问卷', when: resultId !== null, onClick: () => setViewed(resultId) }]}
        fixed={{ jobId: job.id, ...(state === undefined ? {} : { state }), ...(result === undefined ? {} : { result }) }}
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
      <Suspense fallback={null}>{viewed !== null && <RecordDrawer resultId={viewed} onClose={() => setViewed(null)} />}</Suspense>
    </SideDrawer>
  );
}
