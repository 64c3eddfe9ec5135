/** The figures of tickets of a span of days: as a whole, by month, by type, by who answers. */
import { Alert, Table } from 'antd';
import { useState } from 'react';
import type { Output } from '#contract/http.ts';
import { ticketTypes } from '#contract/tickets/tickets.rules.ts';
import { ticketStatistics } from '#contract/tickets/ticket-statistics.ts';
import { DAY } from '#contract/time.ts';
import { useCall } from '#web/api/call.ts';
import { DateRange, type Span } from '#web/ui/date-range.tsx';
import { formatTime, MISSING, thousands } from '#web/ui/display.ts';
import { Totals, type Total } from '#web/ui/totals.tsx';

type Data = Output<typeof ticketStatistics.read>;
type Sums = Omit<Data, 'byType' | 'byOwner' | 'byMonth'>;

/** Minutes of service as hours, from an hour on. */
const spent = (minutes: number | null) =>
  minutes === null ? MISSING : minutes < 60 ? `${Math.round(minutes)} 分钟` : `${(minutes / 60).toFixed(1)} 小时`;
const share = (part: number, whole: number) => (whole === 0 ? MISSING : `${((part / whole) * 100).toFixed(1)}%`);

const totalsOf = (data: Sums): readonly Total[] => [
  { label: '收到', value: thousands(data.total), hint: `未解决 ${thousands(data.open)}` },
  { label: '首次回复（中位）', value: spent(data.first.p50), hint: `九成在 ${spent(data.first.p90)}内` },
  { label: '解决用时（中位）', value: spent(data.solve.p50), hint: `九成在 ${spent(data.solve.p90)}内` },
  { label: '按时首次回复', value: share(data.first.met, data.first.count), hint: `${data.first.met} / ${data.first.count}` },
  { label: '按时解决', value: share(data.solve.met, data.solve.count), hint: `${data.solve.met} / ${data.solve.count}` },
  { label: '重新打开', value: share(data.reopened, data.total), hint: `${data.reopened} 条` },
  { label: '满意度', value: data.score === null ? MISSING : `${data.score.toFixed(2)} 分`, hint: `${data.rated} 人评价` },
];

type Month = Pick<Data['byMonth'][number], 'month' | 'total' | 'solved'>;

/** Every month of the span, also those in which nothing came. */
function everyMonth(found: readonly Month[], startDate: string, endDate: string): Month[] {
  const [year, first] = startDate.split('-').map(Number) as [number, number];
  const months = Array.from({ length: 13 }, (_, n) => new Date(Date.UTC(year, first - 1 + n, 1)).toISOString().slice(0, 7));
  return months
    .filter((month) => month <= endDate.slice(0, 7))
    .map((month) => found.find((one) => one.month === month) ?? { month, total: 0, solved: 0 });
}

function MonthBars({ months }: { months: readonly Month[] }) {
  const most = Math.max(1, ...months.map(({ total }) => total));
  return (
    <ol className="k-bars" aria-label="每月收到的诉求">
      {months.map(({ month, total, solved }) => (
        <li key={month} aria-label={`${month} 收到 ${total} 条，已解决 ${solved} 条`}>
          <span>{total}</span>
          <i style={{ height: `${(total / most) * 100}px` }}>
            <i style={{ height: `${total === 0 ? 0 : (solved / total) * 100}%` }} />
          </i>
          <time>{month}</time>
        </li>
      ))}
    </ol>
  );
}

const columns = <Row extends Sums>(first: { title: string; render: (row: Row) => string }) => [
  { key: 'name', title: first.title, width: 140, render: (_: unknown, row: Row) => first.render(row) },
  { key: 'total', title: '收到', align: 'right' as const, render: (_: unknown, { total }: Row) => thousands(total) },
  { key: 'open', title: '未解决', align: 'right' as const, render: (_: unknown, { open }: Row) => thousands(open) },
  { key: 'first', title: '首次回复', align: 'right' as const, render: (_: unknown, { first: of }: Row) => spent(of.p50) },
  { key: 'solve', title: '解决用时', align: 'right' as const, render: (_: unknown, { solve }: Row) => spent(solve.p50) },
  { key: 'met', title: '按时解决', align: 'right' as const, render: (_: unknown, { solve }: Row) => share(solve.met, solve.count) },
  { key: 'again', title: '重新打开', align: 'right' as const, render: (_: unknown, { reopened }: Row) => thousands(reopened) },
  { key: 'score', title: '满意度', align: 'right' as const, render: (_: unknown, { score }: Row) => score?.toFixed(2) ?? MISSING },
];
const common = {
  size: 'small' as const,
  pagination: false as const,
  scroll: { x: 'max-content' as const },
  locale: { emptyText: '这段时间没有诉求' },
};

export function TicketFigures() {
  const [days, setDays] = useState<Span>(() => [formatTime(Date.now() - 89 * DAY, 'yyyy-MM-dd'), formatTime(Date.now(), 'yyyy-MM-dd')]);
  const input = { startDate: days[0].slice(0, 10), endDate: days[1].slice(0, 10) };
  const { data, isError, error, isFetching } = useCall(ticketStatistics.read, input, { quiet: true, placeholderData: (before) => before });
  return (
    <div className="k-figures">
      <div className="k-days">
        <DateRange days value={days} onChange={(value) => value && setDays(value)} />
      </div>
      {isError && <Alert type="error" showIcon title={error.message} />}
      {data && <Totals label="诉求合计" totals={totalsOf(data)} />}
      {data && data.byMonth.length > 0 && (
        <section>
          <h2>每月</h2>
          <p className="k-legend">
            <i data-of="solved" /> 已解决 <i /> 未解决
          </p>
          <MonthBars months={everyMonth(data.byMonth, input.startDate, input.endDate)} />
        </section>
      )}
      <section>
        <h2>按类型</h2>
        <Table<Data['byType'][number]>
          {...common}
          rowKey="type"
          loading={isFetching}
          dataSource={data?.byType ?? []}
          columns={columns<Data['byType'][number]>({ title: '类型', render: ({ type }) => ticketTypes[type] ?? MISSING })}
        />
      </section>
      <section>
        <h2>按处理人</h2>
        <Table<Data['byOwner'][number]>
          {...common}
          rowKey={({ ownerId, ownerName }) => `${ownerId}.${ownerName}`}
          loading={isFetching}
          dataSource={data?.byOwner ?? []}
          columns={columns<Data['byOwner'][number]>({ title: '处理人', render: ({ ownerName }) => ownerName })}
        />
      </section>
    </div>
  );
}
