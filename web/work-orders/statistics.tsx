/** /order/statistics 工单统计: what was done, by whom, for whom, how punctually and how well. */
import { DAY } from '#contract/time.ts';
import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Segmented, Table } from 'antd';
import { useEffect, useState } from 'react';
import type { Output } from '#contract/http.ts';
import { statisticsBy, workOrderStatistics } from '#contract/work-orders/work-order-statistics.ts';
import { titled } from '#contract/labels.ts';
import { orderStatisticsLabels } from '#contract/work-orders/work-order-statistics.labels.ts';
import { useCall } from '#web/api/call.ts';
import { DateRange, type Span } from '#web/ui/date-range.tsx';
import { formatTime, thousands, yuan } from '#web/ui/display.ts';
import { useDownload } from '#web/ui/downloads.ts';
import { useMay } from '#web/ui/may.ts';
import './plans.css';

type By = keyof typeof statisticsBy;
type Row = Output<typeof workOrderStatistics.read>['rows'][number];

/** Figures of a span hardly change within a minute; whoever wants the latest says so. */
const FRESH_MS = 60_000;
/** From then on it is said that there is much to read. */
const LONG_MS = 1500;
const BY = Object.entries(statisticsBy).map(([value, label]) => ({ value: value as By, label: `按${label}` }));

const percent = (part: number | null) => (part === null ? '--' : `${(part * 100).toFixed(1)}%`);
const hours = (minutes: number) => (minutes < 60 ? `${minutes} 分钟` : `${(minutes / 60).toFixed(1)} 小时`);

/** `reading`: they are still those of another span. */
function Totals({ total, reading }: { total: Output<typeof workOrderStatistics.read>['total']; reading: boolean }) {
  const shown = [
    ['工单', thousands(total.orders)],
    ['服务', thousands(total.jobs)],
    ['已完成', thousands(total.finished)],
    ['金额', yuan(total.amount)],
    ['服务时长', hours(total.minutes)],
    ['迟到', thousands(total.lateStarts)],
    ['时长不足 / 超出', `${thousands(total.shortVisits)} / ${thousands(total.longVisits)}`],
    ['派单及时率', percent(total.respondedInTime)],
    ['完成及时率', percent(total.completedInTime)],
    ['平均评分', total.score === null ? '--' : `${total.score.toFixed(2)}（${total.scores}）`],
  ] as const;
  return (
    <dl className="y-statistics-total" aria-busy={reading}>
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How the figures came about: being read, or of when. */
function State({ reading, readAt, onRead }: { reading: boolean; readAt: number; onRead: () => void }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!reading) return;
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [reading]);
  const said = long
    ? '这段时间的服务较多，仍在统计，请稍候…'
    : reading
      ? '正在统计…'
      : readAt > 0
        ? `截至 ${formatTime(readAt, 'HH:mm:ss')}`
        : '';
  return (
    <span className="y-statistics-state">
      <span role="status">{said}</span>
      <Button type="text" size="small" icon={<ReloadOutlined aria-hidden />} disabled={reading} onClick={onRead}>
        刷新
      </Button>
    </span>
  );
}

export default function Statistics() {
  const may = useMay();
  const download = useDownload();
  const [by, setBy] = useState<By>('project');
  const [span, setSpan] = useState<Span>(() => [formatTime(Date.now() - 29 * DAY, 'yyyy-MM-dd'), formatTime(Date.now(), 'yyyy-MM-dd')]);
  const input = { from: span[0].slice(0, 10), to: span[1].slice(0, 10), by };
  const query = useCall(workOrderStatistics.read, input, {
    quiet: true,
    placeholderData: (before) => before,
    staleTime: FRESH_MS,
    meta: { calm: true },
  });
  const rows = query.data?.rows ?? [];
  const most = Math.max(1, ...rows.map(({ jobs }) => jobs));
  const inTime = by === 'day' || by === 'month';
  return (
    <div className="y-statistics">
      <div className="y-statistics-tools">
        <DateRange days value={span} onChange={(value) => value && setSpan(value)} />
        <Segmented options={BY} value={by} onChange={setBy} aria-label="统计方式" />
        {may(workOrderStatistics.export) && (
          <Button
            icon={<DownloadOutlined aria-hidden />}
            loading={download.bytes !== null}
            onClick={() => void download.start(workOrderStatistics.export, { ...input, format: 'xlsx' }, '工单统计.xlsx')}
          >
            导出
          </Button>
        )}
        <State reading={query.isFetching} readAt={query.isPlaceholderData ? 0 : query.dataUpdatedAt} onRead={() => void query.refetch()} />
      </div>
      {query.isError && <Alert type="error" showIcon title={query.error.message} />}
      {query.data?.cut && <Alert type="info" showIcon title={`只列出服务最多的 ${thousands(rows.length)} 项，合计包括全部`} />}
      {query.data && <Totals total={query.data.total} reading={query.isPlaceholderData} />}
      <Table<Row>
        size="small"
        rowKey="key"
        loading={query.isFetching}
        dataSource={rows}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: query.data ? '这段时间没有服务' : ' ' }}
        pagination={rows.length > 50 ? { defaultPageSize: 50, pageSizeOptions: [10, 20, 50, 100], showSizeChanger: true } : false}
        columns={titled(orderStatisticsLabels, [
          {
            key: 'name',
            title: statisticsBy[by],
            dataIndex: 'name',
            width: 180,
            fixed: 'left',
            sorter: inTime ? (a, b) => a.name.localeCompare(b.name) : false,
          },
          {
            key: 'jobs',
            width: 220,
            sorter: (a, b) => a.jobs - b.jobs,
            render: (_, { jobs }) => (
              <span className="y-statistics-bar">
                {thousands(jobs)} <meter value={jobs} max={most} aria-hidden />
              </span>
            ),
          },
          { key: 'orders', dataIndex: 'orders', align: 'right', sorter: (a, b) => a.orders - b.orders },
          { key: 'finished', dataIndex: 'finished', align: 'right', sorter: (a, b) => a.finished - b.finished },
          { key: 'cancelled', dataIndex: 'cancelled', align: 'right', sorter: (a, b) => a.cancelled - b.cancelled },
          { key: 'amount', align: 'right', sorter: (a, b) => a.amount - b.amount, render: (_, { amount }) => yuan(amount) },
          { key: 'packaged', dataIndex: 'packaged', align: 'right', sorter: (a, b) => a.packaged - b.packaged },
          {
            key: 'minutes',
            align: 'right',
            sorter: (a, b) => a.minutes - b.minutes,
            render: (_, { minutes }) => hours(minutes),
          },
          { key: 'lateStarts', dataIndex: 'lateStarts', align: 'right', sorter: (a, b) => a.lateStarts - b.lateStarts },
          {
            key: 'shortVisits',
            dataIndex: 'shortVisits',
            align: 'right',
            sorter: (a, b) => a.shortVisits - b.shortVisits,
          },
          { key: 'longVisits', dataIndex: 'longVisits', align: 'right', sorter: (a, b) => a.longVisits - b.longVisits },
          { key: 'respondedInTime', align: 'right', render: (_, { respondedInTime }) => percent(respondedInTime) },
          { key: 'completedInTime', align: 'right', render: (_, { completedInTime }) => percent(completedInTime) },
          {
            key: 'score',
            align: 'right',
            sorter: (a, b) => (a.score ?? 0) - (b.score ?? 0),
            render: (_, { score, scores }) => (score === null ? <span className="y-missing">--</span> : `${score.toFixed(2)}（${scores}）`),
          },
        ])}
      />
    </div>
  );
}
