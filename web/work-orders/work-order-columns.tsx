/** Columns and filters of the list of work orders. */
import { Input, Select } from 'antd';
import { Link } from 'react-router';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import type { Column } from '#web/ui/columns.ts';
import { DateRange } from '#web/ui/date-range.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { labelOf, MISSING, yuan } from '#web/ui/display.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { whereText } from '#contract/rooms/places.rules.ts';
import { titled } from '#contract/labels.ts';
import { workOrderLabels } from '#contract/work-orders/work-orders.labels.ts';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import type { OrderSummary } from './order-calls.ts';
import { STATUSES } from './order-tabs.tsx';
import { ReturnedTag, SOURCES, SourceTag, UrgencyTag } from './order-tags.tsx';
import { StaffFilter } from './staff-filter.tsx';
import { TargetTag } from './target-tags.tsx';
import { TypeFilter } from './type-filter.tsx';

const Filter = labelledFilter(workOrderLabels);

export const detailAddress = ({ id, workNo }: { id: number; workNo: string }) => `/order/workorder/detail?id=${id}&orderNo=${workNo}`;

/** Nobody of the order goes: that is all there is to say of its state. */
const waitsAnew = (state: number, returned: string | null) => returned !== null && state === orderStatus.unassigned;

/** The place stays in sight on a screen of 1440; all of them fit on one of 1920. */
export const columns: readonly Column<OrderSummary>[] = titled(workOrderLabels, [
  {
    key: 'workNo',
    width: 146,
    sort: 'work_no',
    pin: 'left',
    render: (order) => <Link to={detailAddress(order)}>{order.workNo}</Link>,
  },
  { key: 'oldmanName', width: 80, render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="order" /> },
  { key: 'serverProjectName', width: 96 },
  {
    key: 'serverTime',
    width: 100,
    render: ({ serverTime }) => <Time value={serverTime} />,
  },
  { key: 'emergencyType', title: '紧急', width: 64, render: ({ emergencyType }) => <UrgencyTag value={emergencyType} /> },
  {
    key: 'state',
    width: 88,
    render: ({ state, returned }) => (waitsAnew(state, returned) ? <ReturnedTag text={returned} /> : <State of="order" value={state} />),
  },
  { key: 'target', title: '时限', width: 146, render: (order) => <TargetTag order={order} /> },
  {
    key: 'serverUserName',
    width: 80,
    render: ({ serverUserName, state, returned }) => (
      <>
        {serverUserName ?? <span className="y-missing">{MISSING}</span>} {!waitsAnew(state, returned) && <ReturnedTag text={returned} />}
      </>
    ),
  },
  { key: 'bedPlace', width: 136, render: (order) => whereText(order) },
  { key: 'oldmanPhone', width: 116, minor: 1 },
  { key: 'downTime', width: 108, minor: 2, sort: 'down_time', render: ({ downTime }) => <Time value={downTime} /> },
  { key: 'orderPrice', width: 92, minor: 2, align: 'right', sort: 'order_price', render: ({ orderPrice }) => yuan(orderPrice) },
  {
    key: 'source',
    width: 96,
    minor: 2,
    render: ({ source, warningType }) => (warningType === null ? labelOf(SOURCES, source) : <SourceTag rule={warningType} />),
  },
  { key: 'oldmanAddress', width: 240, hidden: true },
  { key: 'downName', width: 104, hidden: true },
  { key: 'operationUserName', width: 112, hidden: true },
  { key: 'remarks', width: 200, hidden: true },
]);

const SOURCE_OPTIONS = SOURCES.map(({ value, label }) => ({ value: String(value), label }));
const LATE_OPTIONS = [{ value: 'true', label: '已超时' }];
const RETURNED_OPTIONS = [{ value: 'true', label: '等待改派' }];

/** Whoever may not read the accounts has no filter for staff. */
export const filtersFor = (seesStaff: boolean) => (
  <>
    <Filter name="workNo">
      <Input placeholder="请输入工单编号" allowClear maxLength={30} />
    </Filter>
    <Filter name="oldmanName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="emergencyType">
      <DictionarySelect type={workOrderLabels.emergencyType.dictionary} placeholder="全部" />
    </Filter>
    {seesStaff && (
      <Filter name="serverUserId">
        <StaffFilter />
      </Filter>
    )}
    <Filter name="status">
      <Select placeholder="全部" allowClear options={[...STATUSES]} />
    </Filter>
    <Filter name="serverTypeId">
      <TypeFilter />
    </Filter>
    <Filter name="source">
      <Select placeholder="全部" allowClear options={SOURCE_OPTIONS} />
    </Filter>
    <Filter name="late">
      <Select placeholder="全部" allowClear options={LATE_OPTIONS} />
    </Filter>
    <Filter name="returned">
      <Select placeholder="全部" allowClear options={RETURNED_OPTIONS} />
    </Filter>
    <Filter name={['serverTimeStart', 'serverTimeEnd']}>
      <DateRange />
    </Filter>
    <Filter name={['startTime', 'endTime']} label="下单时间">
      <DateRange />
    </Filter>
  </>
);
