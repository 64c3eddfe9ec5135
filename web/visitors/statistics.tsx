/** 统计: visitors of today by the hour, and of a span of days by day, relation, resident and source. */
import { Alert, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Output } from '#contract/http.ts';
import { DAY } from '#contract/time.ts';
import { visitorSourceLabels } from '#contract/visitors/visitor-commands.rules.ts';
import { visitorStatistics } from '#contract/visitors/visitor-statistics.ts';
import { useCall } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { personAddress } from '#web/shell/addresses.ts';
import { DateRange, type Span } from '#web/ui/date-range.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { formatTime, MISSING, thousands, toMillis } from '#web/ui/display.ts';
import { PartBars, type Bar } from '#web/ui/part-bars.tsx';

type Period = Output<typeof visitorStatistics.period>;
type Hours = Output<typeof visitorStatistics.hours>;

/** Every day of the span, also those without any. */
function daysOf(found: Period['byDay'], [from, to]: Span): Bar[] {
  const known = new Map(found.map((one) => [one.day, one]));
  const bars: Bar[] = [];
  for (let at = toMillis(`${from.slice(0, 10)} 12:00:00`); at <= toMillis(`${to.slice(0, 10)} 12:00:00`); at += DAY) {
    const key = formatTime(at, 'yyyy-MM-dd');
    const { arrived = 0, missed = 0 } = known.get(key) ?? {};
    bars.push({ key, label: key.slice(5), total: arrived + missed, part: missed });
  }
  return bars;
}

/** Nights are left out, unless somebody came or left. */
const hoursOf = (hours: Hours): Bar[] =>
  hours
    .filter(({ hour, arrived, left }) => (hour >= 6 && hour <= 21) || arrived + left > 0)
    .map(({ hour, arrived, left }) => ({ key: `${hour}时`, label: `${hour}时`, total: arrived + left, part: left }));

function Figures({ data }: { data: Period }) {
  const figures: [string, string][] = [
    ['登记', thousands(data.total)],
    ['到访', `${thousands(data.arrived)} 次 ${thousands(data.people)} 人`],
    ['未到', thousands(data.missed)],
    ['未到率', data.missedRate === null ? MISSING : `${(data.missedRate * 100).toFixed(1)}%`],
    ['取消 / 拒绝', `${data.cancelled} / ${data.refused}`],
    ['受限访客', thousands(data.restricted)],
    ['停留（中位）', data.minutes === null ? MISSING : `${data.minutes} 分钟`],
  ];
  return (
    <dl className="v-figures" aria-label="时段访客">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const common = {
  size: 'small' as const,
  pagination: false as const,
  scroll: { x: 'max-content' as const },
  locale: { emptyText: '这段时间没有访客' },
};
const right = { align: 'right' as const };

function Tables({ data }: { data: Period }) {
  return (
    <div className="v-tables">
      <section>
        <h2>按关系</h2>
        <Table<Period['byRelation'][number]>
          {...common}
          rowKey={({ relation }) => relation ?? 0}
          dataSource={data.byRelation}
          columns={[
            {
              title: '关系',
              render: (_, { relation }) => (relation === null ? '未登记' : <DictionaryTag type="relation" value={relation} />),
            },
            { title: '次数', dataIndex: 'total', ...right },
            { title: '人数', dataIndex: 'people', ...right },
          ]}
        />
      </section>
      <section>
        <h2>探访最多的服务对象</h2>
        <Table<Period['byPerson'][number]>
          {...common}
          rowKey="oldmanId"
          dataSource={data.byPerson}
          columns={[
            { title: '服务对象', render: (_, { oldmanId, name }) => <Link to={personAddress(oldmanId)}>{name}</Link> },
            { title: '次数', dataIndex: 'total', ...right },
            { title: '人数', dataIndex: 'people', ...right },
          ]}
        />
      </section>
      <section>
        <h2>按来源</h2>
        <Table<Period['bySource'][number]>
          {...common}
          rowKey="source"
          dataSource={data.bySource}
          columns={[
            { title: '来源', render: (_, { source }) => visitorSourceLabels[source] },
            { title: '到访', dataIndex: 'total', ...right },
            { title: '未到', dataIndex: 'missed', ...right },
          ]}
        />
      </section>
    </div>
  );
}

export function VisitorStatistics() {
  const [days, setDays] = useState<Span>(() => [formatTime(serverNow() - 29 * DAY, 'yyyy-MM-dd'), formatTime(serverNow(), 'yyyy-MM-dd')]);
  const period = useCall(
    visitorStatistics.period,
    { startTime: days[0].slice(0, 10), endTime: days[1].slice(0, 10) },
    { quiet: true, placeholderData: (before) => before },
  );
  const hours = useCall(visitorStatistics.hours, {}, { quiet: true });
  const problem = period.error ?? hours.error;
  return (
    <div className="v-statistics">
      <div className="v-statistics-bar">
        <DateRange days value={days} onChange={(value) => value && setDays(value)} />
      </div>
      {problem && <Alert type="error" showIcon title={problem.message} />}
      {period.data && <Figures data={period.data} />}
      <div className="v-charts">
        <section>
          <h2>每天到访（红色为未到）</h2>
          {period.data && <PartBars label="每天的访客" bars={daysOf(period.data.byDay, days)} unit="次" partName="未到" />}
        </section>
        <section>
          <h2>今天各时段进出（红色为离院）</h2>
          {hours.data && <PartBars label="今天各时段的访客" bars={hoursOf(hours.data)} unit="次" partName="离院" />}
        </section>
      </div>
      {period.data && <Tables data={period.data} />}
    </div>
  );
}
