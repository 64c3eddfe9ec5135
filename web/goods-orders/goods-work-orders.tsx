/** The work orders that a goods order has led to. */
import { Card, Table, type TableProps } from 'antd';
import { Link } from 'react-router';
import type { Output } from '#contract/http.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { State } from '#web/ui/state.tsx';

/** An order of goods leads to one work order or a few; more are found in the list. */
const MOST = 20;

type Row = Output<typeof workOrders.page>['records'][number];

const columns: TableProps<Row>['columns'] = [
  { key: 'workNo', title: '工单编号', render: (_value, { id, workNo }) => <Link to={`/order/workorder/detail?id=${id}`}>{workNo}</Link> },
  { key: 'serverProjectName', dataIndex: 'serverProjectName', title: '服务项目' },
  { key: 'serverUserName', title: '服务人员', render: (_value, { serverUserName }) => serverUserName ?? '待派' },
  { key: 'downTime', dataIndex: 'downTime', title: '下单时间' },
  { key: 'state', title: '状态', render: (_value, { state }) => <State of="order" value={state} /> },
];

/** Nothing for whoever may not see work orders, and where there are none. */
export function GoodsWorkOrders({ goodsOrderId }: { goodsOrderId: number }) {
  const may = useMay();
  const { data } = useCall(workOrders.page, { goodsOrderId, size: MOST }, { enabled: may(workOrders.page), quiet: true });
  if (!data?.records.length) return null;
  return (
    <Card title="相关工单">
      <Table<Row> size="small" rowKey="id" columns={columns} dataSource={data.records} pagination={false} scroll={{ x: 560 }} />
    </Card>
  );
}
