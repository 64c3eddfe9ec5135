/** /warning/warning/index 预警管理. `?id=` opens a warning. */
import { Alert, Button, Input, Select, Tag } from 'antd';
import { useSearchParams } from 'react-router';
import { disposalLabels, disposals, isOpen, modeLabels, rules } from '#contract/warnings/warnings.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { titled } from '#contract/labels.ts';
import { warningLabels } from '#contract/warnings/warnings.labels.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { orderAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { MISSING } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { severityLabels } from '#web/ui/severities.ts';
import { Flags, LastValue, UndispatchedTag } from '#web/ui/warning-tags.tsx';
import { State } from '#web/ui/state.tsx';
import { Severity } from '#web/ui/severity.tsx';
import { Time } from '#web/ui/time.tsx';
import { inRoom } from '#web/ui/place.tsx';
import { useAskedId } from '#web/ui/asked-id.ts';
import { useAcknowledge } from './acknowledging.ts';
import { isUnanswered } from './arrivals.ts';
import { isOverdue, responseSeconds, secondsBetween, settingText, spanText } from './durations.ts';
import { HandlingDrawer } from './lazy-handling.tsx';
import { PlaceFilter } from './place-filter.tsx';
import { useListsFollow, useTop, type WarningRow } from './use-open-warnings.ts';
import { WarningFigures } from './warning-figures.tsx';
import { WarningPlaces } from './warning-places.tsx';
import './warnings.css';

const Filter = labelledFilter(warningLabels);

const RULES = Object.entries(rules).map(([value, { label }]) => ({ value, label }));
const OPENNESS = choices({ true: '未关闭', false: '已关闭' });

function Ago({ time }: { time: string }) {
  return (
    <>
      <Time value={time} />{' '}
      <span className="w-faint">
        <Time value={time} age />
      </span>
    </>
  );
}

function Response({ row }: { row: WarningRow }) {
  const now = useQuarterMinute();
  const seconds = responseSeconds(row);
  if (seconds !== null)
    return isOverdue(row) ? (
      <span className="w-late" title={`要求 ${settingText(row.answerSeconds ?? 0)}内确认`}>
        {spanText(seconds)} 超时
      </span>
    ) : (
      <>{spanText(seconds)}</>
    );
  if (!isOpen(row.isDisposed)) return <>{MISSING}</>;
  const late = row.answerSeconds !== null && secondsBetween(row.askTime, now) > row.answerSeconds;
  return (
    <span className="w-unanswered" title={row.askReason ?? undefined}>
      {row.askReason ? '再次提醒' : '未确认'}
      {late && ' 超时'}
    </span>
  );
}

const columns: Column<WarningRow>[] = titled(warningLabels, [
  {
    key: 'severity',
    width: 84,
    sort: 'severity',
    pin: 'left',
    render: ({ severity, isDisposed }) => <Severity severity={severity} closed={!isOpen(isDisposed)} />,
  },
  { key: 'name', width: 88, pin: 'left', render: ({ oldmanId, name }) => <PersonLink id={oldmanId} name={name} tab="warning" /> },
  {
    key: 'warningText',
    width: 152,
    render: ({ warningText, groupCount }) => (
      <>
        {warningText}{' '}
        {groupCount > 1 && (
          <Tag color="warning" className="w-storm">
            共 {groupCount} 条
          </Tag>
        )}
      </>
    ),
  },
  {
    key: 'isDisposed',
    width: 164,
    render: (row) => (
      <>
        <State of="warning" value={row.isDisposed} /> <UndispatchedTag row={row} />
        {row.isDisposed === disposals.open && row.acknowledgeName !== null && <span className="w-faint">{row.acknowledgeName}已收到</span>}
      </>
    ),
  },
  { key: 'lastValue', width: 120, minor: 1, render: (row) => <LastValue row={row} /> },
  { key: 'roomName', width: 148, render: inRoom },
  {
    key: 'dataHappenTime',
    width: 180,
    sort: 'data_happen_time',
    render: ({ dataHappenTime }) => <Ago time={dataHappenTime} />,
  },
  { key: 'response', title: '响应用时', width: 112, minor: 1, align: 'right', render: (row) => <Response row={row} /> },
  { key: 'count', width: 68, minor: 1, align: 'right' },
  {
    key: 'groupCount',
    width: 84,
    align: 'right',
    hidden: true,
    render: ({ groupId, groupCount }) => (groupId === null ? MISSING : <Tag color="warning">{groupCount} 条</Tag>),
  },
  { key: 'handlerName', width: 96 },
  {
    key: 'processMode',
    width: 100,
    minor: 1,
    render: ({ processMode }) => (processMode === null ? MISSING : modeLabels[processMode]),
  },
  { key: 'remark', width: 200, minor: 2 },
  { key: 'flags', width: 150, hidden: true, render: ({ flags }) => (flags.length > 0 ? <Flags flags={flags} /> : MISSING) },
  { key: 'mobile', width: 130, hidden: true },
  { key: 'warningContent', width: 180, hidden: true },
  { key: 'source', width: 110, hidden: true },
  { key: 'imei', width: 160, hidden: true },
  { key: 'acknowledgeName', width: 96, hidden: true },
  { key: 'handleTime', width: 176, hidden: true },
]);

const filters = (
  <>
    <Filter name="name">
      <Input allowClear maxLength={20} placeholder="请输入姓名" />
    </Filter>
    <Filter name="open">
      <Select allowClear placeholder="请选择" options={OPENNESS} />
    </Filter>
    <Filter name="isDisposed" label="处理状态">
      <Select allowClear placeholder="请选择" options={choices(disposalLabels)} />
    </Filter>
    <Filter name="rule">
      <Select allowClear placeholder="请选择" options={RULES} />
    </Filter>
    <Filter name="severity">
      <Select allowClear placeholder="请选择" options={choices(severityLabels)} />
    </Filter>
    <Filter name={['building', 'floor']}>
      <PlaceFilter />
    </Filter>
    <Filter name={['startTime', 'endTime']}>
      <DateRange />
    </Filter>
  </>
);

/** The list begins with what is still open, the most urgent first. */
const BEGIN = { open: 'true' };
const orderFor = ({ open }: Readonly<Record<string, string>>) => (open === 'true' ? 'severity' : null);

const rowClass = (row: WarningRow) =>
  `w-row ${isOpen(row.isDisposed) ? `w-row-open w-row-${row.severity}` : ''} ${isUnanswered(row) ? 'w-row-unanswered' : ''}`;

export default function Warnings() {
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const acknowledge = useAcknowledge();
  useListsFollow(useTop().data);
  const [id, show] = useAskedId('id');
  const group = Number(params.get('groupId')) || null;
  const showGroup = (groupId: number | null) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (groupId === null) next.delete('groupId');
      else next.set('groupId', String(groupId));
      return next;
    });
  return (
    <div className="w-page" data-group={group ?? undefined}>
      <WarningFigures />
      <WarningPlaces />
      {group !== null && (
        <Alert
          type="info"
          showIcon
          title="正在查看同一时间集中产生的一组预警，每一条都须单独处理"
          action={
            <Button size="small" onClick={() => showGroup(null)}>
              返回全部
            </Button>
          }
        />
      )}
      <DataTable
        key={group ?? 'all'}
        name="warnings"
        fixed={group === null ? { grouped: 'true' } : { groupId: group }}
        noun="预警"
        route={warnings.page}
        exportRoute={warnings.export}
        columns={columns}
        begin={BEGIN}
        order={orderFor}
        filters={filters}
        rowClass={rowClass}
        onRowDoubleClick={(row) => show(row.id)}
        actions={(row) => [
          { label: isOpen(row.isDisposed) && may(warnings.updateStatus) ? '处理' : '查看', onClick: () => show(row.id) },
          { label: '展开', onClick: () => showGroup(row.groupId), when: group === null && row.groupId !== null && row.groupCount > 1 },
          { label: '确认收到', onClick: () => acknowledge.mutate({ id: row.id }), when: isUnanswered(row) && may(warnings.acknowledge) },
          {
            label: '工单',
            onClick: () => go(orderAddress(row.workOrderId as number)),
            when: row.workOrderId !== null && may(workOrders.get),
          },
        ]}
      />
      <HandlingDrawer id={id} onClose={() => show(null)} />
    </div>
  );
}
