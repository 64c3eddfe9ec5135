/** /warning/statistics 响应统计: how many warnings there were, how fast they were answered, and which rules and devices cry wolf. */
import { DAY } from '#contract/time.ts';
import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { Output } from '#contract/http.ts';
import { warningStatistics } from '#contract/warnings/warning-statistics.ts';
import { useCall } from '#web/api/call.ts';
import { DateRange, type Span } from '#web/ui/date-range.tsx';
import { formatTime, thousands, toMillis } from '#web/ui/display.ts';
import { useDownload } from '#web/ui/downloads.ts';
import { PartBars, type Bar } from '#web/ui/part-bars.tsx';
import { spanText } from './durations.ts';
import { StatisticsTables } from './statistics-tables.tsx';
import '#web/ui/figures-page.css';
import './statistics.css';

type Data = Output<typeof warningStatistics.read>;
type Times = Data['acknowledge'];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Every day of the span, also those without any. */
function daysOf(found: Data['byDay'], [from, to]: Span): Bar[] {
  const bars: Bar[] = [];
  const known = new Map(found.map((one) => [one.day, one]));
  const last = toMillis(`${to.slice(0, 10)} 12:00:00`);
  for (let at = toMillis(`${from.slice(0, 10)} 12:00:00`); at <= last; at += DAY) {
    const key = formatTime(at, 'yyyy-MM-dd');
    bars.push({ key, label: key.slice(5), total: known.get(key)?.total ?? 0, part: known.get(key)?.critical ?? 0 });
  }
  return bars;
}

const hoursOf = (found: Data['byHour']): Bar[] =>
  HOURS.map((hour) => {
    const one = found.find((known) => known.hour === hour);
    return { key: `${hour}时`, label: `${hour}时`, total: one?.total ?? 0, part: one?.critical ?? 0 };
  });
const span = (seconds: number | null) => (seconds === null ? '--' : spanText(seconds));

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
      <Figure
        label="按时确认"
        value={data.asked === 0 ? '--' : `${((data.met / data.asked) * 100).toFixed(1)}%`}
        hint={data.asked === 0 ? '没有时限要求' : `${data.met} / ${data.asked} 条在时限内`}
      />
      <Figure label="已处理" value={thousands(data.handled)} />
      <Figure label="误触发 / 测试" value={`${data.falseTrigger} / ${data.test}`} />
      <TimesFigure label="确认收到（中位）" of={data.acknowledge} />
      <TimesFigure label="到达现场（中位）" of={data.arrive} />
      <TimesFigure label="处理完成（中位）" of={data.clear} />
    </dl>
  );
}

export default function Statistics() {
  const [days, setDays] = useState<Span>(() => [formatTime(Date.now() - 29 * DAY, 'yyyy-MM-dd'), formatTime(Date.now(), 'yyyy-MM-dd')]);
  const download = useDownload();
  const input = { startTime: days[0].slice(0, 10), endTime: days[1].slice(0, 10) };
  const query = useCall(warningStatistics.read, input, { quiet: true, placeholderData: (before) => before });
  const { data } = query;
  return (
    <div className="y-figures-page">
      <div className="y-figures-bar">
        <DateRange days value={days} onChange={(value) => value && setDays(value)} />
        <Button
          icon={<DownloadOutlined aria-hidden />}
          loading={download.bytes !== null}
          onClick={() => void download.start(warningStatistics.export, { ...input, format: 'xlsx' }, '预警统计.xlsx')}
        >
          导出
        </Button>
      </div>
      {query.isError && <Alert type="error" showIcon title={query.error.message} />}
      {data && <Totals data={data} />}
      {data && data.total > 0 && (
        <div className="w-statistics-bars">
          <section>
            <h2>每天</h2>
            <PartBars label="每天的预警" bars={daysOf(data.byDay, days)} unit="条" partName="紧急" />
          </section>
          <section>
            <h2>一天中的时段</h2>
            <PartBars label="各时段的预警" bars={hoursOf(data.byHour)} unit="条" partName="紧急" />
          </section>
        </div>
      )}
      <StatisticsTables data={data} loading={query.isFetching} />
    </div>
  );
}
