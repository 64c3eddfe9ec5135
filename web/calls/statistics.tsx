/** /cloudcall/statistics 通话统计: how calls of a span of days were answered, by day, hour, group and seat. */
import { DesktopOutlined, DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Spin } from 'antd';
import { useState } from 'react';
import { callStatistics } from '#contract/calls/call-statistics.ts';
import type { Output } from '#contract/http.ts';
import { callWallboard } from '#contract/screens/call-wallboard.ts';
import { DAY } from '#contract/time.ts';
import { useCall } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { DateRange, type Span } from '#web/ui/date-range.tsx';
import { formatTime, thousands, toMillis } from '#web/ui/display.ts';
import { useDownload } from '#web/ui/downloads.ts';
import { useMay } from '#web/ui/may.ts';
import { PartBars, type Bar } from '#web/ui/part-bars.tsx';
import { Totals, type Total } from '#web/ui/totals.tsx';
import { StatisticsTables } from './statistics-tables.tsx';
import { lasting, percentText } from './statistics-words.ts';
import '#web/ui/figures-page.css';
import './statistics.css';

type Data = Output<typeof callStatistics.read>;
type Counts = Data['total'];

const barOf = (key: string, label: string, row: Counts | undefined): Bar => ({
  key,
  label,
  total: row?.offered ?? 0,
  part: (row?.offered ?? 0) - (row?.answered ?? 0),
});

/** Every day of the span, also those without any call. */
function daysOf(found: Data['byDay'], [from, to]: Span): Bar[] {
  const known = new Map(found.map((one) => [one.day, one]));
  const bars: Bar[] = [];
  const last = toMillis(`${to.slice(0, 10)} 12:00:00`);
  for (let at = toMillis(`${from.slice(0, 10)} 12:00:00`); at <= last; at += DAY) {
    const day = formatTime(at, 'yyyy-MM-dd');
    bars.push(barOf(day, day.slice(5), known.get(day)));
  }
  return bars;
}
const hoursOf = (found: Data['byHour']): Bar[] =>
  Array.from({ length: 24 }, (_, hour) =>
    barOf(
      `${hour}时`,
      `${hour}时`,
      found.find((one) => one.hour === hour),
    ),
  );

function totalsOf({ total, bySeat }: Data): Total[] {
  const gaveUp = total.inMenu + total.inQueue + total.inRing;
  const signed = bySeat.reduce((sum, { signedSeconds }) => sum + signedSeconds, 0);
  const handled = total.talkSeconds + total.holdSeconds + total.afterSeconds;
  return [
    { label: '呼入', value: thousands(total.offered), hint: `接听 ${thousands(total.answered)}` },
    {
      label: '服务水平',
      value: percentText(total.level),
      hint: total.level === null ? '没有排队的来电' : `目标内接听 ${thousands(total.quick)}`,
    },
    {
      label: '放弃',
      value: thousands(gaveUp),
      hint: `导航 ${total.inMenu}，排队 ${total.inQueue}，振铃 ${total.inRing}；短时 ${total.short} 另计`,
    },
    { label: '未接通', value: thousands(total.late + total.refused), hint: `等待未接 ${total.late}，未进队列 ${total.refused}` },
    { label: '平均等待', value: lasting(total.averageWait), hint: `最长 ${lasting(total.longestWait)}` },
    { label: '呼出', value: thousands(total.outbound), hint: `接通 ${thousands(total.connected)}` },
    {
      label: '通话时长',
      value: lasting(total.talkSeconds),
      hint: `保持 ${lasting(total.holdSeconds)}，话后 ${lasting(total.afterSeconds)}`,
    },
    {
      label: '坐席占用率',
      value: percentText(signed === 0 ? null : handled / signed),
      hint: `值守 ${lasting(signed)}`,
    },
  ];
}

export default function CallStatistics() {
  const [days, setDays] = useState<Span>(() => [formatTime(serverNow() - 29 * DAY, 'yyyy-MM-dd'), formatTime(serverNow(), 'yyyy-MM-dd')]);
  const may = useMay();
  const download = useDownload();
  const input = { startDate: days[0].slice(0, 10), endDate: days[1].slice(0, 10) };
  const { data, error, isFetching, refetch } = useCall(callStatistics.read, input, { quiet: true, placeholderData: (before) => before });
  const none = data !== undefined && data.total.offered + data.total.outbound === 0 && data.bySeat.length === 0;
  return (
    <div className="y-figures-page">
      <div className="y-figures-bar">
        <DateRange days value={days} onChange={(value) => value && setDays(value)} />
        {data?.own && <span className="c-statistics-own">仅统计本人坐席</span>}
        <div className="c-statistics-acts">
          {may(callWallboard.read) && (
            <Button icon={<DesktopOutlined aria-hidden />} href="/screen/calls" target="_blank" rel="noopener">
              呼叫大屏
            </Button>
          )}
          {may(callStatistics.export) && (
            <Button
              icon={<DownloadOutlined aria-hidden />}
              disabled={none}
              loading={download.bytes !== null}
              onClick={() => void download.start(callStatistics.export, { ...input, format: 'xlsx' }, '通话统计.xlsx')}
            >
              导出
            </Button>
          )}
        </div>
      </div>
      {error && (
        <Alert
          type="error"
          showIcon
          title={error.message}
          action={error.status !== 403 && <Button onClick={() => void refetch()}>重试</Button>}
        />
      )}
      {!data && !error && <Spin className="c-statistics-wait" />}
      {data && none && <Empty description="这段时间没有通话，也没有坐席值守" />}
      {data && !none && (
        <div className="c-statistics-body" aria-busy={isFetching}>
          <Totals label="通话合计" totals={totalsOf(data)} />
          <div className="y-figures-columns">
            <section>
              <h2>每天呼入（红色为未接听）</h2>
              <PartBars label="每天的呼入" bars={daysOf(data.byDay, days)} unit="通" partName="未接听" />
            </section>
            <section>
              <h2>各时段呼入（红色为未接听）</h2>
              <PartBars label="各时段的呼入" bars={hoursOf(data.byHour)} unit="通" partName="未接听" />
            </section>
          </div>
          <StatisticsTables data={data} />
        </div>
      )}
    </div>
  );
}
