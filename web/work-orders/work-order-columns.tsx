/** Columns and filters of the list of work orders. */
import { Input, Select } from 'antd';
import { Link } from 'react-router';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import type { Column } from '#web/ui/columns.ts';
import { DateRange } from '#web/ui/date-range.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { Filter } from '#web/ui/search-form.tsx';
import type { OrderSummary } from './order-calls.ts';
import { SourceTag, StatusTag, UrgencyTag } from './order-tags.tsx';
import { StaffFilter } from './staff-filter.tsx';

export const detailAddress = ({ id, workNo }: { id: number; workNo: string }) => `/order/detail?id=${id}&orderNo=${workNo}`;

export const columns: readonly Column<OrderSummary>[] = [
  { key: 'workNo', title: '工单编号', width: 148, sort: 'work_no', pin: 'left', render: (order) => <Link to={detailAddress(order)}>{order.workNo}</Link> },
  { key: 'oldmanName', title: '服务对象', width: 88 },
  { key: 'oldmanPhone', title: '电话', width: 124 },
  { key: 'serverProjectName', title: '服务项目', width: 150 },
  { key: 'emergencyType', title: '紧急程度', width: 88, render: ({ emergencyType }) => <UrgencyTag value={emergencyType} /> },
  { key: 'state', title: '状态', width: 88, render: ({ state }) => <StatusTag state={state} /> },
  { key: 'serverUserName', title: '服务人员', width: 96 },
  { key: 'downTime', title: '下单时间', width: 170, sort: 'down_time' },
  { key: 'orderPrice', title: '金额', width: 100, align: 'right', sort: 'order_price', render: ({ orderPrice }) => yuan(orderPrice) },
  { key: 'warningType', title: '来源预警', width: 112, render: ({ warningType }) => <SourceTag rule={warningType} /> },
  { key: 'oldmanAddress', title: '服务地址', width: 240, hidden: true },
  { key: 'downName', title: '下单人', width: 104, hidden: true },
  { key: 'operationUserName', title: '最近操作人', width: 112, hidden: true },
  { key: 'remarks', title: '备注', width: 200, hidden: true },
];

/** The list's reading 1–6: a rated order counts as 6 (docs/decisions/006). */
const STATUSES = choices({ ...Object.fromEntries([1, 2, 3, 4, 5].map((status) => [status, orderStatusLabels[status] ?? ''])), 6: '已取消/已评价' });

/** Whoever may not read the accounts has no filter for staff. */
export const filtersFor = (seesStaff: boolean) => (
  <>
    <Filter name="workNo" label="工单编号">
      <Input placeholder="请输入工单编号" allowClear maxLength={30} />
    </Filter>
    <Filter name="oldmanName" label="服务对象">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="status" label="状态">
      <Select placeholder="全部" allowClear options={STATUSES} />
    </Filter>
    <Filter name="emergencyType" label="紧急程度">
      <DictionarySelect type="emergency_type" placeholder="全部" />
    </Filter>
    {seesStaff && (
      <Filter name="serverUserId" label="服务人员">
        <StaffFilter />
      </Filter>
    )}
    <Filter name={['startTime', 'endTime']} label="下单时间">
      <DateRange />
    </Filter>
  </>
);
