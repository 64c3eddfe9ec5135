/** What was answered to a questionnaire, in figures; with the same span of days for all of them. Also on paper. */
import { PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useId, useState } from 'react';
import type { Output } from '#contract/http.ts';
import { questionnaireReports as routes } from '#contract/questionnaires/questionnaire-reports.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { DAY, instantOf } from '#contract/time.ts';
import { useCall } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { DateRange, type Span } from '#web/ui/date-range.tsx';
import { formatTime, thousands } from '#web/ui/display.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Totals } from '#web/ui/totals.tsx';
import { Trend } from '#web/ui/trend.tsx';
import { CountBars, shareOf } from './count-bars.tsx';
import { CrossTable } from './cross-table.tsx';
import { ItemSection, type Asked } from './item-figures.tsx';
import './statistics.css';

/** Days of the trend while no span is chosen. */
const USUAL_DAYS = 30;

/** Milliseconds as `[hh:]mm:ss`. */
function spent(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds >= 3600 ? `${two(Math.floor(seconds / 3600))}:${rest}` : rest;
}

const totalsOf = ({ completeCount, viewCount, avgCompleteTime }: Output<typeof routes.stats>) => [
  { label: '有效回收量', value: thousands(completeCount) },
  { label: '总浏览量', value: thousands(viewCount), hint: '打开过填写页的地址数' },
  { label: '回收率', value: viewCount === 0 ? '--' : shareOf(Math.min(completeCount, viewCount), viewCount) },
  { label: '平均完成时间', value: spent(avgCompleteTime) },
];

function DayTrend({ projectKey, span }: { projectKey: string; span: Span | undefined }) {
  const beginDate = span?.[0].slice(0, 10) ?? formatTime(serverNow() - (USUAL_DAYS - 1) * DAY, 'yyyy-MM-dd');
  const endDate = span?.[1].slice(0, 10) ?? formatTime(serverNow(), 'yyyy-MM-dd');
  const { data, isError, error } = useCall(routes.trend, { projectKey, beginDate, endDate }, { quiet: true });
  if (isError) return <Alert type="error" showIcon title={error.message} />;
  if (!data) return <Skeleton active />;
  const points = data.map(({ date, count }) => ({ at: instantOf(date), value: count, low: count, high: count }));
  const filled = data.filter(({ count }) => count > 0);
  return (
    <div className="y-day-trend">
      <Trend
        label="每天的回收量"
        unit="份"
        series={[{ label: '回收量', points }]}
        from={instantOf(beginDate)}
        to={instantOf(endDate) + (beginDate === endDate ? DAY : 0)}
        gap={2 * DAY}
      />
      {filled.length > 0 ? (
        <CountBars label="有回收的日子" of="日期" counts={filled.slice(-14).map(({ date, count }) => ({ label: date, count }))} />
      ) : (
        <p className="y-missing">这段时间没有回收</p>
      )}
    </div>
  );
}

/** Where they were answered from, and with what. */
function Origins({ asked }: { asked: Asked }) {
  const position = useCall(routes.position, asked, { quiet: true });
  const source = useCall(routes.source, asked, { quiet: true });
  const device = useCall(routes.device, asked, { quiet: true });
  const failed = position.error ?? source.error ?? device.error;
  if (failed) return <Alert type="error" showIcon title={failed.message} />;
  const places = Object.entries(position.data ?? {}).map(([label, count]) => ({ label: label.replace(/[省市]$/, ''), count }));
  return (
    <div className="y-origins">
      <CountBars label="地区" of="地区" counts={places} />
      <CountBars label="浏览器" of="浏览器" counts={(source.data ?? []).map(({ browserName, count }) => ({ label: browserName, count }))} />
      <CountBars label="系统" of="系统" counts={(device.data ?? []).map(({ osName, count }) => ({ label: osName, count }))} />
    </div>
  );
}

function Items({ asked }: { asked: Asked }) {
  const { data, isError, error } = useCall(routes.items, asked, { quiet: true, placeholderData: (before) => before });
  if (isError) return <Alert type="error" showIcon title={error.message} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <>
      {data.map((figures, at) => (
        <ItemSection key={figures.formItemId} asked={asked} number={at + 1} figures={figures} />
      ))}
      <CrossTable asked={asked} items={data} />
    </>
  );
}

/** Prints the page; a PDF that the browser makes of it is named by the title. */
function printAs(title: string): void {
  const before = document.title;
  addEventListener('afterprint', () => (document.title = before), { once: true });
  document.title = title;
  print();
}

/** Of the questionnaire with this key; mounted by the editor. */
export default function StatisticsPage({ questionnaireKey }: { questionnaireKey: string }) {
  const [span, setSpan] = useState<Span | undefined>();
  const asked: Asked = {
    projectKey: questionnaireKey,
    ...(span ? { beginDateTime: `${span[0].slice(0, 10)} 00:00:00`, endDateTime: `${span[1].slice(0, 10)} 23:59:59` } : {}),
  };
  const project = useCall(questionnaires.get, { key: questionnaireKey }, { quiet: true });
  const title = `${project.data?.name ?? ''} 统计报告`;
  const hint = useId();
  const stats = useCall(routes.stats, asked, { quiet: true, placeholderData: (before) => before });
  return (
    <div className="y-report y-prints-alone">
      <div className="y-report-bar">
        <DateRange days value={span} onChange={setSpan} />
        <Button icon={<PrinterOutlined aria-hidden />} aria-describedby={hint} onClick={() => printAs(title)}>
          打印/另存为PDF
        </Button>
        <small id={hint} className="y-report-hint">
          要得到 PDF 文件，请在打印窗口的“目标打印机”里选“另存为 PDF”
        </small>
      </div>
      <header className="y-report-head">
        <h1>{title}</h1>
        <p>
          {span ? `${span[0].slice(0, 10)} 至 ${span[1].slice(0, 10)} 提交的结果` : '全部结果'}，
          {formatTime(serverNow(), 'yyyy-MM-dd HH:mm')} 打印
        </p>
      </header>
      {stats.isError && <LoadFailed title={stats.error.message} onAgain={() => void stats.refetch()} />}
      {stats.data && <Totals label="回收概况" totals={totalsOf(stats.data)} />}
      {stats.data?.completeCount === 0 && (
        <Empty description={span ? '这段时间没有回收' : '还没有人填写，发布并分享链接后在这里查看统计'} />
      )}
      {stats.data && stats.data.completeCount > 0 && (
        <>
          <section className="y-item-figures" aria-label="每天的回收量">
            <h3>每天的回收量{!span && `（最近${USUAL_DAYS}天）`}</h3>
            <DayTrend projectKey={questionnaireKey} span={span} />
          </section>
          <section className="y-item-figures" aria-label="来源">
            <h3>来源</h3>
            <Origins asked={asked} />
          </section>
          <Items asked={asked} />
        </>
      )}
    </div>
  );
}
