/** The orders that took a package's counts, and its ledger. */
import { Tag } from 'antd';
import { Link } from 'react-router';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { packageAction, packageActionLabels } from '#contract/elderly/person-packages.rules.ts';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { orderAddress } from '#web/shell/addresses.ts';

type UseRow = RowOf<typeof personPackages.uses>;
type ChangeRow = RowOf<typeof personPackages.changes>;

function OrderLink({ id, no }: { id: number | null; no: string | null }) {
  const may = useMay()(workOrders.get);
  if (id === null || no === null) return <span className="y-missing">--</span>;
  return may ? <Link to={orderAddress(id)}>{no}</Link> : <>{no}</>;
}

const takenColumns: Column<UseRow>[] = [
  { key: 'workNo', title: '工单编号', width: 152, render: ({ workOrderId, workNo }) => <OrderLink id={workOrderId} no={workNo} /> },
  { key: 'projectName', title: '服务项目', width: 116 },
  { key: 'serverTime', title: '服务时间', width: 164 },
  { key: 'serverUserName', title: '服务人员', width: 84 },
  {
    key: 'workOrderState',
    title: '工单状态',
    width: 84,
    render: ({ workOrderState }) =>
      workOrderState === null ? <span className="y-missing">已删除</span> : orderStatusLabels[workOrderState],
  },
  {
    key: 'releasedTime',
    title: '次数',
    width: 80,
    render: ({ releasedTime }) => (releasedTime ? <Tag>已退回</Tag> : <Tag color="processing">已扣除</Tag>),
  },
  { key: 'takenTime', title: '扣除时间', width: 172 },
  { key: 'takenBy', title: '经办人', width: 100 },
];

/** What the figures before and after count. */
function Figures({ row: { action, before, after } }: { row: ChangeRow }) {
  if (before === null || after === null) return <span className="y-missing">--</span>;
  const uses = action === packageAction.taken || action === packageAction.givenBack;
  return (
    <>
      {uses ? '剩余' : '总数'} {before} → {after}
    </>
  );
}

const changeColumns: Column<ChangeRow>[] = [
  { key: 'createTime', title: '时间', width: 164 },
  { key: 'action', title: '变更', width: 84, render: ({ action }) => packageActionLabels[action] },
  { key: 'projectName', title: '服务项目', width: 116 },
  { key: 'after', title: '次数', width: 112, render: (row) => <Figures row={row} /> },
  { key: 'reason', title: '原因', width: 150 },
  { key: 'workNo', title: '工单编号', width: 152, render: ({ workOrderId, workNo }) => <OrderLink id={workOrderId} no={workNo} /> },
  { key: 'userName', title: '操作人', width: 84 },
];

export const PackageUses = ({ id }: { id: number }) => (
  <DataTable
    name="package-uses"
    noun="使用记录"
    route={personPackages.uses}
    fixed={{ id }}
    columns={takenColumns}
    state="own"
    height="content"
  />
);

export const PackageChanges = ({ id }: { id: number }) => (
  <DataTable
    name="package-changes"
    noun="变更记录"
    route={personPackages.changes}
    fixed={{ id }}
    columns={changeColumns}
    state="own"
    height="content"
  />
);
