/** /approval/index 审批中心: what waits for this person, what they decided, what they asked for, what was copied to them. */
import { Badge, Button, Input, Select, Tabs } from 'antd';
import { Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { caseBoxes, caseStateLabels, type CaseBox } from '#contract/approvals/approval-cases.rules.ts';
import { approvalCaseLabels } from '#contract/approvals/approval-cases.labels.ts';
import { approvalCases } from '#contract/approvals/approval-cases.ts';
import { approvalKinds } from '#contract/approvals/approval-kinds.ts';
import { titled } from '#contract/labels.ts';
import { useCall } from '#web/api/call.ts';
import { approvalAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import type { Column } from '#web/ui/columns.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { toMillis } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { Time } from '#web/ui/time.tsx';
import { CaseTag } from './approval-tags.tsx';
import { BatchDialog } from './batch-dialog.tsx';
import './approvals.css';

const ApplyDrawer = lazyPart(() => import('./apply-drawer.tsx'));
const Filter = labelledFilter(approvalCaseLabels);

type Row = RowOf<typeof approvalCases.page>;

function Due({ value }: { value: string }) {
  const late = toMillis(value) < useQuarterMinute();
  return (
    <span className={late ? 'ap-late' : undefined}>
      <Time value={value} />
      {late && ' 已超时'}
    </span>
  );
}

const columns: Column<Row>[] = titled(approvalCaseLabels, [
  {
    key: 'title',
    width: 280,
    pin: 'left',
    render: ({ id, title, unread }) => (
      <>
        {unread && <Badge status="processing" title="未读" className="ap-unread" />}
        <Link to={approvalAddress(id)}>{title}</Link>
      </>
    ),
  },
  { key: 'name', width: 130, minor: 1 },
  { key: 'applicantName', width: 100 },
  { key: 'state', width: 96, render: ({ state }) => <CaseTag state={state} /> },
  { key: 'waiting', width: 210 },
  { key: 'dueTime', width: 150, render: ({ dueTime }) => (dueTime ? <Due value={dueTime} /> : <Time value={null} />) },
  { key: 'createTime', width: 132, render: ({ createTime }) => <Time value={createTime} /> },
  { key: 'endTime', width: 132, minor: 2, render: ({ endTime }) => <Time value={endTime} /> },
]);

const filters = (
  <>
    <Filter name="title">
      <Input placeholder="请输入申请内容" allowClear maxLength={50} />
    </Filter>
    <Filter name="applicantName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="kind">
      <Select allowClear placeholder="全部" options={Object.entries(approvalKinds).map(([value, { label }]) => ({ value, label }))} />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(caseStateLabels)} />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
  </>
);

const boxNames = Object.keys(caseBoxes) as CaseBox[];

function Cases({ box, onAdd }: { box: CaseBox; onAdd: () => void }) {
  const [batch, setBatch] = useState<{ action: 'approve' | 'reject'; rows: Row[]; clear: () => void } | null>(null);
  const open = ({ id }: Row) => go(approvalAddress(id));
  const tasks = (rows: readonly Row[]) => rows.flatMap((row) => (row.taskId === null ? [] : [{ ...row, taskId: row.taskId }]));
  return (
    <>
      <DataTable
        name={`approvals-${box}`}
        noun="申请"
        route={approvalCases.page}
        columns={columns}
        filters={filters}
        fixed={{ box }}
        addLabel="发起申请"
        onAdd={onAdd}
        {...(box === 'all' ? { exportRoute: approvalCases.export } : {})}
        onRowDoubleClick={open}
        rowClass={({ unread }) => (unread ? 'ap-row-unread' : '')}
        actions={(row) => [{ label: row.taskId === null ? '查看' : '审批', onClick: () => open(row) }]}
        {...(box === 'todo'
          ? {
              batch: (rows: Row[], clear: () => void) => (
                <>
                  <Button type="primary" onClick={() => setBatch({ action: 'approve', rows, clear })}>
                    批量同意
                  </Button>
                  <Button danger onClick={() => setBatch({ action: 'reject', rows, clear })}>
                    批量拒绝
                  </Button>
                </>
              ),
            }
          : {})}
      />
      {batch && <BatchDialog action={batch.action} rows={tasks(batch.rows)} onDone={batch.clear} onClose={() => setBatch(null)} />}
    </>
  );
}

export default function Approvals() {
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const [applying, setApplying] = useState(false);
  useAskedAdd(() => setApplying(true));
  const { data: counts } = useCall(approvalCases.count, {}, { quiet: true });
  const shown = boxNames.filter((box) => box !== 'all' || may(approvalCases.export));
  const asked = params.get('tab') as CaseBox;
  const box = shown.includes(asked) ? asked : 'todo';
  const waiting: Partial<Record<CaseBox, number>> = { todo: counts?.todo, mine: counts?.returned, copied: counts?.unread };
  return (
    <div className="ap-centre">
      <Tabs
        activeKey={box}
        onChange={(next) => setParams(next === 'todo' ? {} : { tab: next }, { replace: true })}
        items={shown.map((one) => ({
          key: one,
          label: (
            <>
              {caseBoxes[one]}
              {Boolean(waiting[one]) && (
                <Badge count={waiting[one]} size="small" className="ap-count" title={`${caseBoxes[one]}${waiting[one]}条`} />
              )}
            </>
          ),
        }))}
      />
      <Cases key={box} box={box} onAdd={() => setApplying(true)} />
      <Suspense fallback={null}>{applying && <ApplyDrawer onClose={() => setApplying(false)} />}</Suspense>
    </div>
  );
}
