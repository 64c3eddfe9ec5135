/** /incident/statistics 不良事件统计: of a span of days, by type, grade, month, hour, place and person. */
import { Alert, Button, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { incidentStatistics } from '#contract/incidents/incident-statistics.ts';
import { incidentTypes, severityLabels } from '#contract/incidents/incident-types.rules.ts';
import type { Output } from '#contract/http.ts';
import { floorText } from '#contract/rooms/places.rules.ts';
import { DAY } from '#contract/time.ts';
import { useCall } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { INCIDENTS, personAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { DateRange, type Span } from '#web/ui/date-range.tsx';
import { formatTime, MISSING, thousands } from '#web/ui/display.ts';
import { PartBars, type Bar } from '#web/ui/part-bars.tsx';
import { Totals, type Total } from '#web/ui/totals.tsx';
import '#web/ui/figures-page.css';

type Data = Output<typeof incidentStatistics.read>;

const share = ({ asked, met }: { asked: number; met: number }) => (asked === 0 ? MISSING : `${((met / asked) * 100).toFixed(1)}%`);

const totalsOf = (data: Data): readonly Total[] =>
  (
    [
      ['不良事件', thousands(data.total), `未结案 ${data.open}，超过时限 ${data.overdue}`],
      [
        '每千人日',
        data.rate === null ? MISSING : data.rate.toFixed(2),
        `${thousands(data.residentDays)} 人日，按 ${data.countedDays} 天计`,
      ],
      ['跌倒坠床', thousands(data.falls), data.fallRate === null ? '每千人日 --' : `每千人日 ${data.fallRate.toFixed(2)}`],
      ['I级和II级', thousands(data.grave), `死亡 ${data.died}`],
      ['按时告知家属', share(data.family), `${data.family.met} / ${data.family.asked}`],
      ['按时受理', share(data.manager), `${data.manager.met} / ${data.manager.asked}`],
      ['按时报告主管部门', share(data.authority), `${data.authority.met} / ${data.authority.asked}`],
      ['整改措施', `${data.measures.done} / ${data.measures.total}`, `超期 ${data.measures.overdue}`],
    ] as const
  ).map(([label, value, hint]) => ({ label, value, hint }));

/** Every month of the span, also those in which nothing happened. */
function monthsOf(found: Data['byMonth'], [from, to]: Span): Bar[] {
  const [year, first] = from.split('-').map(Number) as [number, number];
  return Array.from({ length: 13 }, (_, at) => new Date(Date.UTC(year, first - 1 + at, 1)).toISOString().slice(0, 7))
    .filter((month) => month <= to.slice(0, 7))
    .map((month) => {
      const { total = 0, grave = 0 } = found.find((one) => one.month === month) ?? {};
      return { key: month, label: month.slice(2), total, part: grave };
    });
}

const hoursOf = (found: Data['byHour']): Bar[] =>
  Array.from({ length: 24 }, (_, hour) => {
    const { total = 0, grave = 0 } = found.find((one) => one.hour === hour) ?? {};
    return { key: `${hour}时`, label: `${hour}时`, total, part: grave };
  });

const common = {
  size: 'small' as const,
  pagination: false as const,
  scroll: { x: 'max-content' as const },
  locale: { emptyText: '这段时间没有不良事件' },
};
const right = { align: 'right' as const };
const counts = [
  { title: '次数', dataIndex: 'total', ...right },
  { title: 'I级和II级', dataIndex: 'grave', ...right },
];

function Tables({ data }: { data: Data }) {
  return (
    <div className="y-figures-columns">
      <section>
        <h2>按类型</h2>
        <Table<Data['byType'][number]>
          {...common}
          rowKey="type"
          dataSource={data.byType}
          columns={[
            { title: '类型', render: (_, { type }) => incidentTypes[type] },
            ...counts,
            { title: '未结案', dataIndex: 'open', ...right },
          ]}
        />
      </section>
      <section>
        <h2>按分级</h2>
        <Table<Data['bySeverity'][number]>
          {...common}
          rowKey={({ severity }) => severity ?? 0}
          dataSource={data.bySeverity}
          columns={[
            { title: '分级', render: (_, { severity }) => (severity === null ? '未分级' : severityLabels[severity]) },
            { title: '次数', dataIndex: 'total', ...right },
          ]}
        />
      </section>
      <section>
        <h2>按地点</h2>
        <Table<Data['byPlace'][number]>
          {...common}
          rowKey={({ building, floor }) => `${building}.${floor}`}
          dataSource={data.byPlace}
          columns={[
            {
              title: '地点',
              render: (_, { building, floor }) => (building === null ? '未登记房间' : floorText({ building, floor: floor ?? '' })),
            },
            ...counts,
          ]}
        />
      </section>
      <section>
        <h2>次数最多的服务对象</h2>
        <Table<Data['byPerson'][number]>
          {...common}
          rowKey="oldmanId"
          dataSource={data.byPerson}
          columns={[
            { title: '服务对象', render: (_, { oldmanId, name }) => <Link to={personAddress(oldmanId, 'incident')}>{name}</Link> },
            ...counts,
          ]}
        />
      </section>
    </div>
  );
}

export default function IncidentStatistics() {
  const [days, setDays] = useState<Span>(() => [formatTime(serverNow() - 364 * DAY, 'yyyy-MM-dd'), formatTime(serverNow(), 'yyyy-MM-dd')]);
  const input = { startDate: days[0].slice(0, 10), endDate: days[1].slice(0, 10) };
  const { data, isError, error } = useCall(incidentStatistics.read, input, { quiet: true, placeholderData: (before) => before });
  return (
    <div className="y-figures-page">
      <div className="y-figures-bar">
        <DateRange days value={days} onChange={(value) => value && setDays(value)} />
        <Button onClick={() => go(INCIDENTS)}>不良事件列表</Button>
      </div>
      {isError && <Alert type="error" showIcon title={error.message} />}
      {data && <Totals label="不良事件合计" totals={totalsOf(data)} />}
      {data && (
        <div className="y-figures-columns">
          <section>
            <h2>每月（红色为I级和II级）</h2>
            <PartBars label="每月的不良事件" bars={monthsOf(data.byMonth, days)} unit="次" partName="I级和II级" />
          </section>
          <section>
            <h2>发生的时刻（红色为I级和II级）</h2>
            <PartBars label="各时刻的不良事件" bars={hoursOf(data.byHour)} unit="次" partName="I级和II级" />
          </section>
        </div>
      )}
      {data && <Tables data={data} />}
    </div>
  );
}
