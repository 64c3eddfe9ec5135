/** The tables of 通话统计: by group, seat, day and hour. */
import { Table, type TableColumnType } from 'antd';
import { callFigureLabels } from '#contract/calls/call-statistics.labels.ts';
import type { callStatistics } from '#contract/calls/call-statistics.ts';
import type { Output } from '#contract/http.ts';
import { titled } from '#contract/labels.ts';
import { lasting, percentText } from './statistics-words.ts';

type Data = Output<typeof callStatistics.read>;
type Key = keyof typeof callFigureLabels;

const right = { align: 'right' as const };
const counts = <K extends Key>(...keys: readonly K[]) => keys.map((key) => ({ key, dataIndex: key, ...right }));
const times = <K extends Key>(...keys: readonly K[]) => keys.map((key) => ({ key, dataIndex: key, ...right, render: lasting }));
const shares = <K extends Key>(...keys: readonly K[]) => keys.map((key) => ({ key, dataIndex: key, ...right, render: percentText }));

const inbound = [
  ...counts('offered', 'answered', 'quick'),
  ...shares('level'),
  ...counts('inMenu', 'inQueue', 'inRing', 'short', 'late', 'refused'),
  ...times('averageWait', 'longestWait'),
];
const handling = times('talkSeconds', 'holdSeconds', 'afterSeconds');
const common = { size: 'small' as const, scroll: { x: 'max-content' as const } };
const paged = (rows: readonly unknown[]) => (rows.length > 15 ? { defaultPageSize: 15, showSizeChanger: true } : (false as const));

const first = <Row,>(title: string, render: (row: Row) => string): TableColumnType<Row> & { key: string; title: string } => ({
  key: 'first',
  title,
  fixed: 'left',
  width: 120,
  render: (_, row) => render(row),
});

export function StatisticsTables({ data }: { data: Data }) {
  return (
    <>
      <section>
        <h2>按技能组</h2>
        <Table<Data['byGroup'][number]>
          {...common}
          rowKey="groupId"
          dataSource={data.byGroup}
          pagination={false}
          locale={{ emptyText: '没有来电进入技能组' }}
          columns={titled(callFigureLabels, [
            first<Data['byGroup'][number]>('技能组', ({ name }) => name),
            { key: 'levelSeconds', title: '接听目标', ...right, render: (_, { levelSeconds }) => `${levelSeconds} 秒` },
            ...inbound.filter(({ key }) => key !== 'inMenu' && key !== 'refused'),
            ...handling,
          ])}
        />
      </section>
      <section>
        <h2>按坐席</h2>
        <Table<Data['bySeat'][number]>
          {...common}
          rowKey="seatId"
          dataSource={data.bySeat}
          pagination={paged(data.bySeat)}
          locale={{ emptyText: '没有坐席值守' }}
          columns={titled(callFigureLabels, [
            first<Data['bySeat'][number]>('坐席', ({ name, extension }) => `${name} ${extension}`),
            ...counts('rang', 'answered', 'missed', 'dialled', 'connected'),
            ...handling,
            ...times('averageHandle'),
            ...shares('occupancy'),
            ...times('signedSeconds', 'readySeconds', 'breakSeconds', 'ringSeconds', 'dialSeconds', 'listenSeconds'),
          ])}
        />
      </section>
      <section>
        <h2>按天</h2>
        <Table<Data['byDay'][number]>
          {...common}
          rowKey="day"
          dataSource={data.byDay.toReversed()}
          pagination={paged(data.byDay)}
          columns={titled(callFigureLabels, [
            first<Data['byDay'][number]>('日期', ({ day }) => day),
            ...inbound,
            ...counts('outbound', 'connected'),
            ...handling,
          ])}
        />
      </section>
      <section>
        <h2>按时段</h2>
        <Table<Data['byHour'][number]>
          {...common}
          rowKey="hour"
          dataSource={data.byHour}
          pagination={false}
          columns={titled(callFigureLabels, [
            first<Data['byHour'][number]>('时段', ({ hour }) => `${hour}时`),
            ...inbound,
            ...counts('outbound', 'connected'),
            ...handling,
          ])}
        />
      </section>
    </>
  );
}
