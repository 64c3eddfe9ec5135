/** /warning/statistics 响应统计: how many warnings there were, how fast they were answered, and which rules and devices cry wolf. */
import { Alert, Table, Tag } from 'antd';
import { useState } from 'react';
import type { Output } from '#contract/http.ts';
import { warningStatistics } from '#contract/warnings/warning-statistics.ts';
import { useCall } from '#web/api/call.ts';
import { DateRange, type Span } from '#web/ui/date-range.tsx';
import { formatTime, MISSING, thousands } from '#web/ui/display.ts';
import { spanText } from './durations.ts';
import { SeverityTag } from './warning-tags.tsx';
import './statistics.css';

type Data = Output<typeof warningStatistics.read>;
type Times = Data['acknowledge'];
const DAY_MS = 86_400_000;
/** From here on staff stop believing a rule or a device. */
const UNBELIEVABLE = 0.3;

const span = (seconds: number | null) => (seconds === null ? '--' : spanText(seconds));
const rate = (part: number | null) => (part === null ? MISSING : <Tag color={part >= UNBELIEVABLE ? 'warning' : 'default'}>{(part * 100).toFixed(1)}%</Tag>);

function Figure({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value} {hint && <small>{hint}</small>}
      </dd>
    </div>
  );
}

const TimesFigure = ({ label, of }: { label: string; of: Times }) => (
  <Figure label={label} value={span(of.p50)} hint={of.count === 0 ? '' : `九成 ${span(of.p90)}，最长 ${span(of.most)}，${of.count} 次`} />
);

function Totals({ data }: { data: Data }) {
  return (
    <dl className="w-statistics-total">
      <Figure label="预警" value={thousands(data.total)} hint={`合并 ${thousands(data.occurrences)} 次触发`} />
      <Figure label="未处理 / 处理中" value={`${data.open} / ${data.inProgress}`} />
      <Figure label="已处理" value={thousands(data.handled)} />
      <Figure label="误触发 / 测试" value={`${data.falseTrigger} / ${data.test}`} />
      <TimesFigure label="确认收到（中位）" of={data.acknowledge} />
      <TimesFigure label="到达现场（中位）" of={data.arrive} />
      <TimesFigure label="处理完成（中位）" of={data.clear} />
    </dl>
  );
}

const classified = [
  { key: 'total', title: '预警数', dataIndex: 'total', align: 'right' as const, sorter: (a: { total: number }, b: { total: number }) => a.total - b.total },
  {
    key: 'false',
    title: '误触发',
    dataIndex: 'falseTrigger',
    align: 'right' as const,
    sorter: (a: { falseTrigger: number }, b: { falseTrigger: number }) => a.falseTrigger - b.falseTrigger,
  },
  { key: 'falseRate', title: '误触发率', align: 'right' as const, render: (_: unknown, row: { falseRate: number | null }) => rate(row.falseRate) },
  { key: 'test', title: '测试', dataIndex: 'test', align: 'right' as const },
  { key: 'testRate', title: '测试率', align: 'right' as const, render: (_: unknown, row: { testRate: number | null }) => rate(row.testRate) },
];
const common = { size: 'small' as const, scroll: { x: 'max-content' as const }, locale: { emptyText: '这段时间没有预警' } };
const paged = (count: number) => (count > 10 ? { defaultPageSize: 10, pageSizeOptions: [10, 20, 50], showSizeChanger: true } : (false as const));

export default function Statistics() {
  const [days, setDays] = useState<Span>(() => [formatTime(Date.now() - 29 * DAY_MS, 'yyyy-MM-dd'), formatTime(Date.now(), 'yyyy-MM-dd')]);
  const query = useCall(
    warningStatistics.read,
    { startTime: days[0].slice(0, 10), endTime: days[1].slice(0, 10) },
    { quiet: true, placeholderData: (before) => before },
  );
  const { data } = query;
  return (
    <div className="w-statistics">
      <div>
        <DateRange days value={days} onChange={(value) => value && setDays(value)} />
      </div>
      {query.isError && <Alert type="error" showIcon title={query.error.message} />}
      {data && <Totals data={data} />}
      <section>
        <h3>按级别</h3>
        <Table
          {...common}
          rowKey="severity"
          loading={query.isFetching}
          dataSource={data?.bySeverity ?? []}
          pagination={false}
          columns={[
            { key: 'severity', title: '级别', width: 120, render: (_, { severity }) => <SeverityTag severity={severity} /> },
            { key: 'total', title: '预警数', dataIndex: 'total', align: 'right' },
            { key: 'p50', title: '确认用时（中位）', align: 'right', render: (_, { acknowledge }) => span(acknowledge.p50) },
            { key: 'p90', title: '确认用时（九成）', align: 'right', render: (_, { acknowledge }) => span(acknowledge.p90) },
          ]}
        />
      </section>
      <section>
        <h3>按预警类型</h3>
        <Table
          {...common}
          rowKey="rule"
          loading={query.isFetching}
          dataSource={data?.byRule ?? []}
          pagination={paged(data?.byRule.length ?? 0)}
          columns={[
            { key: 'label', title: '预警类型', dataIndex: 'label', width: 160 },
            ...classified,
            { key: 'p50', title: '确认用时（中位）', align: 'right', render: (_, { acknowledge }) => span(acknowledge.p50) },
          ]}
        />
      </section>
      <section>
        <h3>按设备（误触发多的在前，最多50台）</h3>
        <Table
          {...common}
          rowKey="deviceId"
          loading={query.isFetching}
          dataSource={data?.byDevice ?? []}
          pagination={paged(data?.byDevice.length ?? 0)}
          columns={[{ key: 'name', title: '设备', width: 260, render: (_, { name, imei }) => [name, imei].filter(Boolean).join(' · ') }, ...classified]}
        />
      </section>
    </div>
  );
}
