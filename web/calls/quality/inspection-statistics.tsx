/** /cloudcall/inspection/statistics 质检统计: what inspections found, by seat, group, month and item. */
import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Select, Spin, Table, type TableColumnType } from 'antd';
import { useState } from 'react';
import { callGroups } from '#contract/calls/call-groups.ts';
import { callSheets } from '#contract/calls/call-sheets.ts';
import { inspectionFigureLabels } from '#contract/calls/inspection-statistics.labels.ts';
import { inspectionStatistics } from '#contract/calls/inspection-statistics.ts';
import type { Output } from '#contract/http.ts';
import { titled } from '#contract/labels.ts';
import { DAY } from '#contract/time.ts';
import { useCall } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { DateRange, type Span } from '#web/ui/date-range.tsx';
import { formatTime, MISSING, thousands } from '#web/ui/display.ts';
import { useDownload } from '#web/ui/downloads.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { Totals } from '#web/ui/totals.tsx';
import { percentText } from '../statistics-words.ts';
import { GroupSelect } from '../group-select.tsx';
import { originLabels } from './inspection.ts';
import { SheetSelect } from './sheet-select.tsx';
import '#web/ui/figures-page.css';
import '../statistics.css';

type Data = Output<typeof inspectionStatistics.read>;
type Item = Data['byItem'][number];

const points = (value: number | null) => (value === null ? MISSING : value.toFixed(1));
const right = { align: 'right' as const };
const figures = [
  { key: 'inspected' as const, dataIndex: 'inspected', ...right },
  { key: 'average' as const, dataIndex: 'average', ...right, render: points },
  { key: 'passed' as const, dataIndex: 'passed', ...right },
  { key: 'passRate' as const, dataIndex: 'passRate', ...right, render: percentText },
  { key: 'knockedOut' as const, dataIndex: 'knockedOut', ...right },
  { key: 'appealed' as const, dataIndex: 'appealed', ...right },
  { key: 'changed' as const, dataIndex: 'changed', ...right },
];

interface PartProps<Row> {
  title: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  name: (row: Row) => string;
}
/** A table of one grouping. */
function Part<Row extends object>({ title, rows, rowKey, name }: PartProps<Row>) {
  const first: TableColumnType<Row> & { key: string; title: string } = { key: 'first', title, render: (_, row) => name(row) };
  return (
    <section>
      <h2>按{title}</h2>
      <Table<Row>
        size="small"
        scroll={{ x: 'max-content' }}
        rowKey={rowKey}
        dataSource={rows}
        pagination={rows.length > 15 ? { defaultPageSize: 15, showSizeChanger: true } : false}
        columns={titled(inspectionFigureLabels, [first, ...figures])}
      />
    </section>
  );
}

const Items = ({ items }: { items: readonly Item[] }) => (
  <section>
    <h2>按评分项（扣分多的在前）</h2>
    <Table<Item>
      size="small"
      scroll={{ x: 'max-content' }}
      rowKey={({ sheetId, key }) => `${sheetId} ${key}`}
      dataSource={items}
      pagination={items.length > 15 ? { defaultPageSize: 15, showSizeChanger: true } : false}
      columns={titled(inspectionFigureLabels, [
        { key: 'name', render: (_: unknown, { name, fatal }: Item) => (fatal ? `${name}（一票否决）` : name) },
        { key: 'sheetName', dataIndex: 'sheetName' },
        { key: 'points', ...right, render: (_: unknown, item: Item) => (item.fatal ? MISSING : item.points) },
        { key: 'times', dataIndex: 'times', ...right },
        { key: 'average', dataIndex: 'average', ...right, render: points },
        { key: 'faults', dataIndex: 'faults', ...right },
        { key: 'faultRate', dataIndex: 'faultRate', ...right, render: percentText },
      ])}
    />
  </section>
);

const Found = ({ data: { total, bySeat, byGroup, byMonth, byItem } }: { data: Data }) => (
  <>
    <Totals
      label="质检合计"
      totals={[
        { label: '质检数', value: thousands(total.inspected), hint: `合格 ${thousands(total.passed)}` },
        { label: '平均分', value: points(total.average) },
        { label: '合格率', value: percentText(total.passRate), hint: `一票否决 ${total.knockedOut}` },
        { label: '申诉', value: thousands(total.appealed), hint: `改判 ${total.changed}` },
      ]}
    />
    <div className="y-figures-columns">
      <Part title="坐席" rows={bySeat} rowKey={({ agentId }) => String(agentId)} name={({ name }) => name} />
      <Part title="技能组" rows={byGroup} rowKey={({ groupId }) => String(groupId)} name={({ name }) => name} />
      <Part title="月份" rows={byMonth.toReversed()} rowKey={({ month }) => month} name={({ month }) => month} />
    </div>
    <Items items={byItem} />
  </>
);

export default function InspectionStatistics() {
  const [days, setDays] = useState<Span>(() => [formatTime(serverNow() - 89 * DAY, 'yyyy-MM-dd'), formatTime(serverNow(), 'yyyy-MM-dd')]);
  const [groupId, setGroup] = useState<number | null>(null);
  const [sheetId, setSheet] = useState<number | null>(null);
  const [byHand, setByHand] = useState<string | null>(null);
  const may = useMay();
  const download = useDownload();
  const input = {
    startDate: days[0].slice(0, 10),
    endDate: days[1].slice(0, 10),
    ...(groupId === null ? {} : { groupId }),
    ...(sheetId === null ? {} : { sheetId }),
    ...(byHand === null ? {} : { byHand: byHand === 'true' }),
  };
  const { data, error, isFetching, refetch } = useCall(inspectionStatistics.read, input, {
    quiet: true,
    placeholderData: (before) => before,
  });
  const none = data?.total.inspected === 0;
  return (
    <div className="y-figures-page">
      <div className="y-figures-bar">
        <DateRange days value={days} onChange={(value) => value && setDays(value)} />
        {may(callGroups.page) && <GroupSelect label="技能组" placeholder="全部技能组" value={groupId} onChange={setGroup} />}
        {may(callSheets.page) && <SheetSelect all placeholder="全部评分表" value={sheetId} onChange={setSheet} />}
        <Select
          aria-label="来源"
          allowClear
          placeholder="抽样和人工"
          value={byHand}
          onChange={(next?: string) => setByHand(next ?? null)}
          options={choices(originLabels)}
        />
        <div className="c-statistics-acts">
          {may(inspectionStatistics.export) && (
            <Button
              icon={<DownloadOutlined aria-hidden />}
              disabled={none}
              loading={download.bytes !== null}
              onClick={() => void download.start(inspectionStatistics.export, { ...input, format: 'xlsx' }, '质检统计.xlsx')}
            >
              导出
            </Button>
          )}
        </div>
      </div>
      {error && <Alert type="error" showIcon title={error.message} action={<Button onClick={() => void refetch()}>重试</Button>} />}
      {!data && !error && <Spin className="c-statistics-wait" />}
      {data && none && <Empty description="这段时间的通话没有质检结果" />}
      {data && !none && (
        <div className="c-statistics-body" aria-busy={isFetching}>
          <Found data={data} />
        </div>
      )}
    </div>
  );
}
