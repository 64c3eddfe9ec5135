/** The tables of 响应统计: by severity, kind, device, floor, whoever answered, and person. */
import { Table, Tag } from 'antd';
import type { Output } from '#contract/http.ts';
import { floorText } from '#contract/rooms/places.rules.ts';
import type { warningStatistics } from '#contract/warnings/warning-statistics.ts';
import { titled } from '#contract/labels.ts';
import { warningStatisticsLabels } from '#contract/warnings/warning-statistics.labels.ts';
import { MISSING } from '#web/ui/display.ts';
import { Severity } from '#web/ui/severity.tsx';
import { settingText, spanText } from './durations.ts';

type Data = Output<typeof warningStatistics.read>;
/** From here on staff stop believing a rule or a device. */
const UNBELIEVABLE = 0.3;

const span = (seconds: number | null) => (seconds === null ? '--' : spanText(seconds));
const rate = (part: number | null) =>
  part === null ? MISSING : <Tag color={part >= UNBELIEVABLE ? 'warning' : 'default'}>{(part * 100).toFixed(1)}%</Tag>;
const Punctual = ({ asked, met }: { asked: number; met: number }) => (
  <>{asked === 0 ? MISSING : `${((met / asked) * 100).toFixed(1)}%（${met}/${asked}）`}</>
);

const count = <Key extends 'total' | 'falseTrigger' | 'test'>(key: Key) => ({ key, dataIndex: key, align: 'right' as const });
/** Without their titles, which the table has from the labels. */
const classified = [
  { ...count('total'), sorter: (a: { total: number }, b: { total: number }) => a.total - b.total },
  { ...count('falseTrigger'), sorter: (a: { falseTrigger: number }, b: { falseTrigger: number }) => a.falseTrigger - b.falseTrigger },
  {
    key: 'falseRate' as const,
    align: 'right' as const,
    render: (_: unknown, row: { falseRate: number | null }) => rate(row.falseRate),
  },
  count('test'),
  {
    key: 'testRate',
    title: '测试率',
    align: 'right' as const,
    render: (_: unknown, row: { testRate: number | null }) => rate(row.testRate),
  },
];
const common = { size: 'small' as const, scroll: { x: 'max-content' as const }, locale: { emptyText: '这段时间没有预警' } };
const paged = (count: number) =>
  count > 10 ? { defaultPageSize: 10, pageSizeOptions: [10, 20, 50], showSizeChanger: true } : (false as const);

/** `data` undefined: not read yet. */
export function StatisticsTables({ data, loading }: { data: Data | undefined; loading: boolean }) {
  return (
    <>
      <section>
        <h2>按级别</h2>
        <Table<Data['bySeverity'][number]>
          {...common}
          rowKey="severity"
          loading={loading}
          dataSource={data?.bySeverity ?? []}
          pagination={false}
          columns={titled(warningStatisticsLabels, [
            { key: 'severity', title: '级别', width: 120, render: (_, { severity }) => <Severity severity={severity} /> },
            { key: 'total', dataIndex: 'total', align: 'right' },
            { key: 'p50', align: 'right', render: (_, { acknowledge }) => span(acknowledge.p50) },
            { key: 'p90', align: 'right', render: (_, { acknowledge }) => span(acknowledge.p90) },
            {
              key: 'asked',
              title: '时限',
              align: 'right',
              render: (_, { answerSeconds }) => (answerSeconds === null ? MISSING : settingText(answerSeconds)),
            },
            { key: 'met', align: 'right', render: (_, row) => <Punctual {...row} /> },
            { key: 'clear', align: 'right', render: (_, { clear }) => span(clear.p50) },
          ])}
        />
      </section>
      <section>
        <h2>按预警类型</h2>
        <Table<Data['byRule'][number]>
          {...common}
          rowKey="rule"
          loading={loading}
          dataSource={data?.byRule ?? []}
          pagination={paged(data?.byRule.length ?? 0)}
          columns={titled(warningStatisticsLabels, [
            { key: 'label', title: '预警类型', dataIndex: 'label', width: 160 },
            ...classified,
            { key: 'p50', align: 'right', render: (_, { acknowledge }) => span(acknowledge.p50) },
          ])}
        />
      </section>
      <section>
        <h2>按设备（误触发多的在前，最多50台）</h2>
        <Table<Data['byDevice'][number]>
          {...common}
          rowKey="deviceId"
          loading={loading}
          dataSource={data?.byDevice ?? []}
          pagination={paged(data?.byDevice.length ?? 0)}
          columns={titled(warningStatisticsLabels, [
            { key: 'name', title: '设备', width: 260, render: (_, { name, imei }) => [name, imei].filter(Boolean).join(' · ') },
            ...classified,
          ])}
        />
      </section>
      <section>
        <h2>按楼层</h2>
        <Table<Data['byPlace'][number]>
          {...common}
          rowKey={({ building, floor }) => `${building}.${floor}`}
          loading={loading}
          dataSource={data?.byPlace ?? []}
          pagination={paged(data?.byPlace.length ?? 0)}
          columns={titled(warningStatisticsLabels, [
            {
              key: 'place',
              title: '位置',
              width: 260,
              render: (_, place) => floorText(place) || '不在房间内',
            },
            { key: 'total', dataIndex: 'total', align: 'right' },
            { key: 'critical', dataIndex: 'critical', align: 'right' },
            { key: 'falseTrigger', dataIndex: 'falseTrigger', align: 'right' },
            { key: 'p50', align: 'right', render: (_, { acknowledge }) => span(acknowledge.p50) },
          ])}
        />
      </section>
      <section>
        <h2>按确认人</h2>
        <Table<Data['byStaff'][number]>
          {...common}
          rowKey={({ userId, name }) => `${userId}.${name}`}
          loading={loading}
          dataSource={data?.byStaff ?? []}
          pagination={paged(data?.byStaff.length ?? 0)}
          columns={titled(warningStatisticsLabels, [
            { key: 'name', title: '姓名', dataIndex: 'name', width: 160 },
            { key: 'total', title: '最先确认', dataIndex: 'total', align: 'right' },
            { key: 'met', align: 'right', render: (_, row) => <Punctual {...row} /> },
            { key: 'p50', align: 'right', render: (_, { acknowledge }) => span(acknowledge.p50) },
            { key: 'p90', align: 'right', render: (_, { acknowledge }) => span(acknowledge.p90) },
          ])}
        />
      </section>
      <section>
        <h2>按服务对象（预警多的在前，最多20人）</h2>
        <Table<Data['byPerson'][number]>
          {...common}
          rowKey="oldmanId"
          loading={loading}
          dataSource={data?.byPerson ?? []}
          pagination={paged(data?.byPerson.length ?? 0)}
          columns={titled(warningStatisticsLabels, [
            { key: 'name', title: '姓名', dataIndex: 'name', width: 160 },
            { key: 'total', dataIndex: 'total', align: 'right' },
            { key: 'critical', dataIndex: 'critical', align: 'right' },
            { key: 'falseTrigger', dataIndex: 'falseTrigger', align: 'right' },
            { key: 'test', dataIndex: 'test', align: 'right' },
          ])}
        />
      </section>
    </>
  );
}
