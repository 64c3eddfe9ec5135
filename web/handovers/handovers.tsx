/** /handover/index 交接班: what shifts left to the next, newest first. */
import { Input, Select } from 'antd';
import { Link } from 'react-router';
import { handoverStateLabels } from '#contract/handovers/handover-commands.rules.ts';
import { handoverLabels } from '#contract/handovers/handovers.labels.ts';
import { handovers } from '#contract/handovers/handovers.ts';
import { titled } from '#contract/labels.ts';
import { useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { formatTime } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { HandoverTag, handoverAddress } from './handover-tags.tsx';

const Filter = labelledFilter(handoverLabels);

type Row = RowOf<typeof handovers.page>;

const columns: Column<Row>[] = titled(handoverLabels, [
  {
    key: 'startTime',
    width: 200,
    pin: 'left',
    sort: 'start_time',
    render: ({ id, startTime, endTime }) => (
      <Link to={handoverAddress(id)}>
        {formatTime(startTime, 'yyyy-MM-dd HH:mm')} 至 {formatTime(endTime, 'HH:mm')}
      </Link>
    ),
    title: '班次',
  },
  { key: 'state', width: 92, render: ({ state }) => <HandoverTag state={state} /> },
  { key: 'authorName', width: 110 },
  { key: 'signTime', width: 172, sort: 'sign_time' },
  { key: 'receiverName', width: 110 },
  { key: 'receiveTime', width: 172 },
]);

const filters = (
  <>
    <Filter name="userName">
      <Input placeholder="交班人或接班人" allowClear maxLength={20} />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(handoverStateLabels)} />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
  </>
);

export default function Handovers() {
  const may = useMay();
  const create = useSend(handovers.create, { changes: [handovers.page], onSuccess: (id) => go(handoverAddress(id)) });
  return (
    <DataTable
      name="handovers"
      noun="交接班记录"
      route={handovers.page}
      columns={columns}
      filters={filters}
      addLabel="写交接"
      onAdd={may(handovers.create) ? () => create.mutate({}) : undefined}
      onRowDoubleClick={({ id }) => go(handoverAddress(id))}
      actions={({ id }) => [{ label: '查看', onClick: () => go(handoverAddress(id)) }]}
    />
  );
}
