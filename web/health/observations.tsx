/** /health/observation 观察任务: what has to be measured when, in the order of the house. */
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { people } from '#contract/elderly/people.ts';
import { measurements } from '#contract/health/measurements.ts';
import { seriesKinds } from '#contract/health/observations.rules.ts';
import { observations } from '#contract/health/observations.ts';
import { titleOf, titled } from '#contract/labels.ts';
import { observationLabels } from '#contract/health/observations.labels.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { Day } from '#web/ui/day.tsx';
import { formatTime, MISSING, toMillis, until } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import { PickIdField } from '#web/ui/pick-field.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { Place } from '#web/ui/place.tsx';
import { healthAddress } from '#web/shell/addresses.ts';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { EntryDrawer } from './entry-drawer.tsx';
import { BuildingSelect, FloorField } from './house-filter.tsx';
import './health.css';
import './overview.css';

const Filter = labelledFilter(observationLabels);

type Row = RowOf<typeof observations.page>;

const OVERDUE = 2;
const isOpen = ({ state }: Row) => state <= OVERDUE;
/** A task may be done a little before its time. */
const EARLY_MS = 2 * 3_600_000;

function Due({ row }: { row: Row }) {
  const now = useQuarterMinute();
  return (
    <span className="h-cell" data-tone={row.state === OVERDUE ? 'urgent' : undefined}>
      <b>
        <Time value={row.dueTime} />
      </b>
      <small>{isOpen(row) ? until(row.dueTime, now) : ''}</small>
    </span>
  );
}

const columns: Column<Row>[] = titled(observationLabels, [
  {
    key: 'state',
    width: 96,
    pin: 'left',
    render: ({ state }) => <State of="observation" value={state} />,
  },
  {
    key: 'userName',
    width: 96,
    pin: 'left',
    render: ({ oldmanId, userName }) => <Link to={healthAddress(oldmanId)}>{userName}</Link>,
  },
  { key: 'place', width: 168, render: Place },
  { key: 'dueTime', width: 130, sort: 'due_time', render: (row) => <Due row={row} /> },
  { key: 'kind', width: 130, render: ({ kind }) => seriesKinds[kind] ?? MISSING },
  { key: 'orthostatic', width: 190, render: ({ orthostatic }) => (orthostatic ? '全套体征、体位性血压' : '全套体征') },
  { key: 'reason', width: 180, minor: 1 },
  { key: 'doneName', width: 96 },
  { key: 'doneTime', width: 172, minor: 1 },
  { key: 'skipReason', width: 180, minor: 1 },
]);

const filters = (
  <>
    <Filter name="userName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="building">
      <BuildingSelect />
    </Filter>
    <Filter name="floor">
      <FloorField />
    </Filter>
    <Filter name="due">
      <Select allowClear placeholder="全部" options={[{ value: 'true', label: '只看可测' }]} />
    </Filter>
    <Filter name="overdue">
      <Select allowClear placeholder="全部" options={[{ value: 'true', label: '只看超时' }]} />
    </Filter>
    <Filter name="all">
      <Select allowClear placeholder="待完成" options={[{ value: 'true', label: '包括已完成' }]} />
    </Filter>
  </>
);

function StartDialog({ onClose }: { onClose: () => void }) {
  const [opened] = useState(() => formatTime(Date.now()));
  const start = useSend(observations.start, { changes: [observations.page], onSuccess: onClose });
  return (
    <FormDialog<{ oldmanId: number; kind: string; startTime: string; reason: string }>
      title="开始观察"
      okText="开始"
      pending={start.isPending}
      initial={{ kind: '1', startTime: opened }}
      onSubmit={({ oldmanId, kind, startTime, reason }) => start.mutate({ oldmanId, kind: Number(kind), startTime, reason })}
      onClose={onClose}
    >
      <p className="h-hint">立即测全套体征，此后72小时内每班一次，每天早班加测体位性血压。确认的跌倒预警会自动开始。</p>
      <Form.Item name="oldmanName" hidden>
        <Input />
      </Form.Item>
      <Form.Item name="oldmanId" label={titleOf(observationLabels, 'oldmanId')} rules={[{ required: true, message: '请选择服务对象' }]}>
        <PickIdField
          nameIn="oldmanName"
          route={people.page}
          placeholder="请选择服务对象"
          renderList={(pick, list) => <PersonPicker {...list} onPick={({ id, userName }) => pick(id, userName)} />}
        />
      </Form.Item>
      <Form.Item name="kind" label={titleOf(observationLabels, 'kind')} rules={[{ required: true }]}>
        <Select options={choices(seriesKinds)} />
      </Form.Item>
      <Form.Item name="startTime" label={titleOf(observationLabels, 'startTime')} rules={[{ required: true, message: '请选择开始时间' }]}>
        <Day withTime />
      </Form.Item>
      <Form.Item
        name="reason"
        label={titleOf(observationLabels, 'reason')}
        rules={[{ required: true, whitespace: true, message: '请填写原因' }]}
      >
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} placeholder="如：浴室滑倒，未见外伤" />
      </Form.Item>
    </FormDialog>
  );
}

export default function Observations() {
  const may = useMay();
  const [starting, setStarting] = useState(false);
  const [entering, setEntering] = useState<Row | null>(null);
  const [asking, setAsking] = useState<{ row: Row; what: 'skip' | 'end' } | null>(null);
  const settled = { changes: [observations.page], onSuccess: () => setAsking(null) };
  const skip = useSend(observations.skip, settled);
  const end = useSend(observations.end, settled);
  const now = useQuarterMinute();
  return (
    <>
      <DataTable
        name="health-observations"
        noun="观察任务"
        route={observations.page}
        columns={columns}
        filters={filters}
        addLabel="开始观察"
        onAdd={may(observations.start) ? () => setStarting(true) : undefined}
        rowClass={({ state }) => (state === OVERDUE ? 'h-row-2' : '')}
        actions={(row) => [
          {
            label: '录入',
            onClick: () => setEntering(row),
            when: isOpen(row) && may(measurements.create),
            disabled: toMillis(row.dueTime) > now + EARLY_MS,
          },
          { label: '跳过', onClick: () => setAsking({ row, what: 'skip' }), when: isOpen(row) && may(observations.skip) },
          { label: '结束观察', onClick: () => setAsking({ row, what: 'end' }), when: isOpen(row) && may(observations.end) },
        ]}
      />
      {starting && <StartDialog onClose={() => setStarting(false)} />}
      {entering && (
        <EntryDrawer
          personId={entering.oldmanId}
          name={entering.userName}
          task={{ id: entering.id, orthostatic: entering.orthostatic }}
          onClose={() => setEntering(null)}
        />
      )}
      {asking && (
        <ReasonDialog
          title={
            asking.what === 'skip' ? `跳过${asking.row.userName}的这次观察` : `结束${asking.row.userName}的${seriesKinds[asking.row.kind]}`
          }
          placeholder={asking.what === 'skip' ? '如：外出就医、拒绝测量' : '如：医生确认稳定、转院'}
          label={titleOf(observationLabels, 'reason')}
          okText="确定"
          harmless
          most={200}
          pending={skip.isPending || end.isPending}
          onOk={(reason) =>
            asking.what === 'skip'
              ? skip.mutate({ id: asking.row.id, version: asking.row.version, reason })
              : end.mutate({ seriesId: asking.row.seriesId, reason })
          }
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
