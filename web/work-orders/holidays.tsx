/** /order/holiday 节假日: the days that recurring orders keep. */
import { DownloadOutlined } from '@ant-design/icons';
import { useIsFetching } from '@tanstack/react-query';
import { Alert, Button, Input, InputNumber, Select, Tag } from 'antd';
import { useState } from 'react';
import { holidays, workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { titled } from '#contract/labels.ts';
import { holidayLabels } from '#contract/work-orders/work-order-plans.labels.ts';
import { keyOf, useCall, useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { Day } from '#web/ui/day.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { weekdayOf } from './board-time.ts';
import './plans.css';

const Field = labelledField(holidayLabels);
const Filter = labelledFilter(holidayLabels);

const KINDS = [
  { value: 1, label: '放假' },
  { value: 2, label: '上班' },
];

const columns: Column<RowOf<typeof holidays.page>>[] = titled(holidayLabels, [
  { key: 'day', width: 160, sort: 'day', render: ({ day }) => `${day} ${weekdayOf(day)}` },
  { key: 'name', width: 200 },
  {
    key: 'kind',
    width: 100,
    render: ({ kind }) => <Tag color={kind === 1 ? 'gold' : 'default'}>{kind === 1 ? '放假' : '上班'}</Tag>,
  },
]);

function Adopt() {
  const [year, setYear] = useState(() => new Date().getFullYear());
  const send = useSend(holidays.adopt, { changes: [holidays.page] });
  return (
    <>
      <InputNumber<number>
        min={2000}
        max={2100}
        precision={0}
        value={year}
        onChange={(value) => setYear(value ?? year)}
        aria-label="年份"
        suffix="年"
      />
      <Button icon={<DownloadOutlined aria-hidden />} loading={send.isPending} onClick={() => send.mutate({ year })}>
        导入法定节假日
      </Button>
    </>
  );
}

/** Orders were made before the holidays were entered: they are moved when somebody says so. */
function Misplaced() {
  // Whoever changes a holiday makes the list be read again: then the orders are compared anew.
  const reading = useIsFetching({ queryKey: keyOf(holidays.page) }) > 0;
  const { data, refetch } = useCall(workOrderPlans.misplaced, {}, { quiet: true, enabled: !reading, staleTime: 0 });
  const changes = [workOrderPlans.page, workOrderPlans.days, workOrders.page];
  const send = useSend(workOrderPlans.realign, { changes, onSuccess: () => void refetch(), onError: () => void refetch() });
  if (!data?.days) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={`${data.plans} 个周期工单中有 ${data.days} 次已安排的服务与节假日不符`}
      description="尚未开始的工单将取消，按各计划的节假日规则重新生成；已手工改期的不动。"
      action={
        <Confirm title="按节假日重新安排这些服务？" okText="重新安排" cancelText="取消" onConfirm={() => send.mutate({})}>
          <Button type="primary" loading={send.isPending}>
            重新安排
          </Button>
        </Confirm>
      }
    />
  );
}

export default function Holidays() {
  const may = useMay();
  return (
    <div className="y-holidays">
      {may(workOrderPlans.realign) && <Misplaced />}
      <CrudPage
        name="holidays"
        noun="节假日"
        routes={holidays}
        exportRoute={holidays.export}
        columns={columns}
        size="small"
        initial={{ kind: 1 }}
        filters={
          <>
            <Filter name="year">
              <InputNumber min={2000} max={2100} precision={0} placeholder="如 2026" />
            </Filter>
            <Filter name="kind">
              <Select allowClear placeholder="全部" options={KINDS.map(({ value, label }) => ({ value: String(value), label }))} />
            </Filter>
          </>
        }
        extra={may(holidays.adopt) && <Adopt />}
        form={
          <>
            <Field name="day">
              <Day />
            </Field>
            <Field name="name">
              <Input maxLength={20} placeholder="如 院庆" />
            </Field>
            <Field name="kind">
              <Select options={KINDS} />
            </Field>
          </>
        }
      />
    </div>
  );
}
