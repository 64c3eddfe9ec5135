/** /admin/message/log 发送记录: who was told by which way, when, and why not. */
import { Input, Select } from 'antd';
import { titled } from '#contract/labels.ts';
import { channelLabels, deliveryKinds, deliveryLabels } from '#contract/messages/channels.rules.ts';
import { messageDeliveryLabels } from '#contract/messages/message-deliveries.labels.ts';
import { messageDeliveries } from '#contract/messages/message-deliveries.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';

const Filter = labelledFilter(messageDeliveryLabels);

type Row = RowOf<typeof messageDeliveries.page>;

const columns: Column<Row>[] = titled(messageDeliveryLabels, [
  { key: 'userName', width: 110, pin: 'left' },
  { key: 'kind', width: 110, render: ({ kind }) => deliveryKinds[kind] ?? kind },
  { key: 'channel', width: 110, render: ({ channel }) => channelLabels[channel] },
  { key: 'state', width: 104, render: ({ state }) => <State of="delivery" value={state} /> },
  { key: 'error', width: 240 },
  { key: 'createTime', width: 172, sort: 'create_time' },
  { key: 'sentTime', width: 172 },
  { key: 'dueTime', width: 172, minor: 1 },
  { key: 'attempts', width: 92, align: 'right', minor: 2 },
]);

const filters = (
  <>
    <Filter name="userName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="kind">
      <Select allowClear placeholder="全部" options={choices(deliveryKinds)} />
    </Filter>
    <Filter name="channel">
      <Select allowClear placeholder="全部" options={choices(channelLabels)} />
    </Filter>
    <Filter name="state">
      <Select
        allowClear
        placeholder="全部"
        options={Object.entries(deliveryLabels).map(([value, label]) => ({ value: Number(value), label }))}
      />
    </Filter>
    <Filter name={['startTime', 'endTime']}>
      <DateRange />
    </Filter>
  </>
);

export default function MessageDeliveries() {
  return (
    <DataTable
      name="message-deliveries"
      noun="发送记录"
      route={messageDeliveries.page}
      exportRoute={messageDeliveries.export}
      columns={columns}
      filters={filters}
    />
  );
}
