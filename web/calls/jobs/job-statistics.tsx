/** /cloudcall/calljob/statistics 外呼统计: the last half year by month, kind, result and seat. */
import { Button, Empty, Progress, Skeleton, Table } from 'antd';
import { durationText } from '#contract/calls/call-words.rules.ts';
import { callCaseResults, callJobKinds, callJobs } from '#contract/calls/call-jobs.ts';
import type { Output } from '#contract/http.ts';
import { useCall } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { thousands } from '#web/ui/display.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PartBars, type Bar } from '#web/ui/part-bars.tsx';
import { Totals, type Total } from '#web/ui/totals.tsx';
import '#web/ui/figures-page.css';
import './job-statistics.css';

type Months = Output<typeof callJobs.statistics>;
type Figures = Output<typeof callJobs.figures>;

const share = (part: number, all: number) => (all === 0 ? 0 : Math.round((part / all) * 1000) / 10);
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

function totalsOf(months: Months, { byResult }: Figures): Total[] {
  const cases = sum(months.map((one) => one.cases));
  const connected = sum(months.map((one) => one.connected));
  const spoken = sum(months.map((one) => one.averageSeconds * one.connected));
  return [
    { label: '外呼人数', value: thousands(cases), hint: '近半年拨打过的名单' },
    { label: '接通人数', value: thousands(connected), hint: `接通率 ${share(connected, cases)}%` },
    { label: '平均通话', value: connected === 0 ? '--' : durationText(Math.round(spoken / connected)), hint: '接通的通话' },
    { label: '已登记结果', value: thousands(sum(byResult.map((one) => one.cases))), hint: '已结束的名单' },
  ];
}

/** The part in its own colour are those who were not reached. */
const barsOf = (months: Months): Bar[] =>
  months.map(({ month, cases, connected }) => ({ key: month, label: month.slice(2), total: cases, part: cases - connected }));

const right = { align: 'right' as const };
const common = {
  size: 'small' as const,
  pagination: false as const,
  locale: { emptyText: '近半年没有外呼' },
  scroll: { x: 'max-content' as const },
};
const rate = (cases: number, connected: number) => (
  <Progress percent={share(connected, cases)} size="small" status="normal" style={{ minWidth: 120 }} />
);

function Tables({ months, figures }: { months: Months; figures: Figures }) {
  return (
    <div className="y-figures-columns">
      <section>
        <h2>按月</h2>
        <Table<Months[number]>
          {...common}
          rowKey="month"
          dataSource={months}
          columns={[
            { title: '月份', dataIndex: 'month' },
            { title: '外呼人数', dataIndex: 'cases', ...right },
            { title: '接通人数', dataIndex: 'connected', ...right },
            { title: '接通率', render: (_, { cases, connected }) => rate(cases, connected) },
            { title: '平均通话', ...right, render: (_, { averageSeconds }) => durationText(averageSeconds) },
          ]}
        />
      </section>
      <section>
        <h2>按类型</h2>
        <Table<Figures['byKind'][number]>
          {...common}
          rowKey="kind"
          dataSource={figures.byKind}
          columns={[
            { title: '类型', render: (_, { kind }) => callJobKinds[kind] },
            { title: '外呼人数', dataIndex: 'cases', ...right },
            { title: '接通人数', dataIndex: 'connected', ...right },
            { title: '接通率', render: (_, { cases, connected }) => rate(cases, connected) },
          ]}
        />
      </section>
      <section>
        <h2>按结果</h2>
        <Table<Figures['byResult'][number]>
          {...common}
          rowKey="result"
          dataSource={figures.byResult}
          columns={[
            { title: '外呼结果', render: (_, { result }) => callCaseResults[result] },
            { title: '名单', dataIndex: 'cases', ...right },
          ]}
        />
      </section>
      <section>
        <h2>按坐席</h2>
        <Table<Figures['bySeat'][number]>
          {...common}
          rowKey="seatId"
          dataSource={figures.bySeat}
          columns={[
            { title: '坐席', dataIndex: 'name' },
            { title: '外呼人数', dataIndex: 'cases', ...right },
            { title: '接通人数', dataIndex: 'connected', ...right },
            { title: '通话时长', ...right, render: (_, { seconds }) => durationText(seconds) },
          ]}
        />
      </section>
    </div>
  );
}

export default function JobStatistics() {
  const months = useCall(callJobs.statistics, {}, { quiet: true });
  const figures = useCall(callJobs.figures, {}, { quiet: true });
  const error = months.error ?? figures.error;
  const again = () => void Promise.all([months.refetch(), figures.refetch()]);
  const none = months.data && sum(months.data.map(({ cases }) => cases)) === 0;
  return (
    <div className="y-figures-page">
      <div className="y-figures-bar">
        <span>最近六个月，含本月</span>
        <Button onClick={() => go('/cloudcall/calljob')}>外呼任务列表</Button>
      </div>
      {error && <LoadFailed title={error.message} onAgain={again} />}
      {!error && !(months.data && figures.data) && <Skeleton active paragraph={{ rows: 8 }} />}
      {none && <Empty description="近半年没有外呼，开始外呼任务后这里有统计" />}
      {months.data && figures.data && !none && (
        <>
          <Totals label="外呼合计" totals={totalsOf(months.data, figures.data)} />
          <section className="jst-chart">
            <h2>每月外呼人数（红色为未接通）</h2>
            <PartBars label="每月外呼人数" bars={barsOf(months.data)} unit="人" partName="未接通" />
          </section>
          <Tables months={months.data} figures={figures.data} />
        </>
      )}
    </div>
  );
}
