/** Columns and filters of the list of work orders. */
import { Input, Select } from 'antd';
import { Link } from 'react-router';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Column } from '#web/ui/columns.ts';
import { DateRange } from '#web/ui/date-range.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { formatTime, labelOf, MISSING, yuan } from '#web/ui/display.ts';
import { Filter } from '#web/ui/search-form.tsx';
import { whereText } from '#contract/rooms/places.rules.ts';
import type { OrderSummary } from './order-calls.ts';
import { STATUSES } from './order-tabs.tsx';
import { ReturnedTag, SOURCES, SourceTag, StatusTag, UrgencyTag } from './order-tags.tsx';
import { StaffFilter } from './staff-filter.tsx';
import { TargetTag } from './target-tags.tsx';
import { TypeFilter } from './type-filter.tsx';

export const detailAddress = ({ id, workNo }: { id: number; workNo: string }) => `/order/workorder/detail?id=${id}&orderNo=${workNo}`;

/** The year only of another one. */
const shortTime = (time: string | null) =>
  formatTime(time, time?.startsWith(formatTime(Date.now(), 'yyyy')) ? 'MM-dd HH:mm' : 'yyyy-MM-dd');

/** Nobody of the order goes: that is all there is to say of its state. */
const waitsAnew = (state: number, returned: string | null) => returned !== null && state === orderStatus.unassigned;

/** As wide together as the list on a screen of 1920: what is pinned at the right would cover the last ones. */
export const columns: readonly Column<OrderSummary>[] = [
  {
    key: 'workNo',
    title: '工单编号',
    width: 148,
    sort: 'work_no',
    pin: 'left',
    render: (order) => <Link to={detailAddress(order)}>{order.workNo}</Link>,
  },
  { key: 'oldmanName', title: '服务对象', width: 80 },
  { key: 'serverProjectName', title: '服务项目', width: 108 },
  {
    key: 'serverTime',
    title: '服务时间',
    width: 108,
    render: ({ serverTime }) => shortTime(serverTime),
  },
  { key: 'emergencyType', title: '紧急', width: 64, render: ({ emergencyType }) => <UrgencyTag value={emergencyType} /> },
  {
    key: 'state',
    title: '状态',
    width: 92,
    render: ({ state, returned }) => (waitsAnew(state, returned) ? <ReturnedTag text={returned} /> : <StatusTag state={state} />),
  },
  { key: 'target', title: '时限', width: 176, render: (order) => <TargetTag order={order} /> },
  {
    key: 'serverUserName',
    title: '服务人员',
    width: 88,
    render: ({ serverUserName, state, returned }) => (
      <>
        {serverUserName ?? <span className="y-missing">{MISSING}</span>} {!waitsAnew(state, returned) && <ReturnedTag text={returned} />}
      </>
    ),
  },
  { key: 'bedPlace', title: '位置', width: 148, render: (order) => whereText(order) },
  { key: 'oldmanPhone', title: '电话', width: 116 },
  { key: 'downTime', title: '下单时间', width: 108, sort: 'down_time', render: ({ downTime }) => shortTime(downTime) },
  { key: 'orderPrice', title: '金额', width: 92, align: 'right', sort: 'order_price', render: ({ orderPrice }) => yuan(orderPrice) },
  {
    key: 'source',
    title: '来源',
    width: 96,
    render: ({ source, warningType }) => (warningType === null ? labelOf(SOURCES, source) : <SourceTag rule={warningType} />),
  },
  { key: 'oldmanAddress', title: '服务地址', width: 240, hidden: true },
  { key: 'downName', title: '下单人', width: 104, hidden: true },
  { key: 'operationUserName', title: '最近操作人', width: 112, hidden: true },
  { key: 'remarks', title: '备注', width: 200, hidden: true },
];

const SOURCE_OPTIONS = SOURCES.map(({ value, label }) => ({ value: String(value), label }));
const LATE_OPTIONS = [{ value: 'true', label: '已超时' }];
const RETURNED_OPTIONS = [{ value: 'true', label: '等待改派' }];

/** Whoever may not read the accounts has no filter for staff. */
export const filtersFor = (seesStaff: boolean) => (
  <>
    <Filter name="workNo" label="工单编号">
      <Input placeholder="请输入工单编号" allowClear maxLength={30} />
    </Filter>
    <Filter name="oldmanName" label="服务对象">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="emergencyType" label="紧急程度">
      <DictionarySelect type="emergency_type" placeholder="全部" />
    </Filter>
    {seesStaff && (
      <Filter name="serverUserId" label="服务人员">
        <StaffFilter />
      </Filter>
    )}
    <Filter name="status" label="状态">
      <Select placeholder="全部" allowClear options={[...STATUSES]} />
    </Filter>
    <Filter name="serverTypeId" label="服务分类">
      <TypeFilter />
    </Filter>
    <Filter name="source" label="来源">
      <Select placeholder="全部" allowClear options={SOURCE_OPTIONS} />
    </Filter>
    <Filter name="late" label="是否超时">
      <Select placeholder="全部" allowClear options={LATE_OPTIONS} />
    </Filter>
    <Filter name="returned" label="要求改派">
      <Select placeholder="全部" allowClear options={RETURNED_OPTIONS} />
    </Filter>
    <Filter name={['serverTimeStart', 'serverTimeEnd']} label="服务时间">
      <DateRange />
    </Filter>
    <Filter name={['startTime', 'endTime']} label="下单时间">
      <DateRange />
    </Filter>
  </>
);
