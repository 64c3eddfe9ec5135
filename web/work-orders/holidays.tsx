/** /order/holiday 节假日: the days that recurring orders keep. */
import { DownloadOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Select, Tag } from 'antd';
import { useState } from 'react';
import { holidays } from '#contract/work-orders/work-order-plans.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { Day } from '#web/ui/day.tsx';
import { Field } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { Filter } from '#web/ui/search-form.tsx';
import { weekdayOf } from './board-time.ts';

const KINDS = [
  { value: 1, label: '放假' },
  { value: 2, label: '上班' },
];

const columns: Column<RowOf<typeof holidays.page>>[] = [
  { key: 'day', title: '日期', width: 160, sort: 'day', render: ({ day }) => `${day} ${weekdayOf(day)}` },
  { key: 'name', title: '名称', width: 200 },
  { key: 'kind', title: '类型', width: 100, render: ({ kind }) => <Tag color={kind === 1 ? 'gold' : 'default'}>{kind === 1 ? '放假' : '上班'}</Tag> },
];

function Adopt() {
  const [year, setYear] = useState(() => new Date().getFullYear());
  const send = useSend(holidays.adopt, { changes: [holidays.page] });
  return (
    <>
      <InputNumber<number> min={2000} max={2100} precision={0} value={year} onChange={(value) => setYear(value ?? year)} aria-label="年份" suffix="年" />
      <Button icon={<DownloadOutlined aria-hidden />} loading={send.isPending} onClick={() => send.mutate({ year })}>
        导入法定节假日
      </Button>
    </>
  );
}

export default function Holidays() {
  const may = useMay();
  return (
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
          <Filter name="year" label="年份">
            <InputNumber min={2000} max={2100} precision={0} placeholder="如 2026" />
          </Filter>
          <Filter name="kind" label="类型">
            <Select allowClear placeholder="全部" options={KINDS.map(({ value, label }) => ({ value: String(value), label }))} />
          </Filter>
        </>
      }
      extra={may(holidays.adopt) && <Adopt />}
      form={
        <>
          <Field name="day" label="日期">
            <Day />
          </Field>
          <Field name="name" label="名称">
            <Input maxLength={20} placeholder="如 院庆" />
          </Field>
          <Field name="kind" label="类型">
            <Select options={KINDS} />
          </Field>
        </>
      }
    />
  );
}
