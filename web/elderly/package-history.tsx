/** The orders that took a package's counts, and its ledger. */
import { Tag } from 'antd';
import { Link } from 'react-router';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { packageAction, packageActionLabels } from '#contract/elderly/person-packages.rules.ts';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { titled } from '#contract/labels.ts';
import { packageChangeLabels, packageUseLabels } from '#contract/elderly/person-packages.labels.ts';
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

const takenColumns: Column<UseRow>[] = titled(packageUseLabels, [
  { key: 'workNo', width: 152, render: ({ workOrderId, workNo }) => <OrderLink id={workOrderId} no={workNo} /> },
  { key: 'projectName', width: 116 },
  { key: 'serverTime', width: 164 },
  { key: 'serverUserName', width: 84 },
  {
    key: 'workOrderState',
    width: 84,
    render: ({ workOrderState }) =>
      workOrderState === null ? <span className="y-missing">已删除</span> : orderStatusLabels[workOrderState],
  },
  {
    key: 'releasedTime',
    width: 80,
    render: ({ releasedTime }) => (releasedTime ? <Tag>已退回</Tag> : <Tag color="processing">已扣除</Tag>),
  },
  { key: 'takenTime', width: 172 },
  { key: 'takenBy', width: 100 },
]);

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

const changeColumns: Column<ChangeRow>[] = titled(packageChangeLabels, [
  { key: 'createTime', width: 164 },
  { key: 'action', width: 84, render: ({ action }) => packageActionLabels[action] },
  { key: 'projectName', width: 116 },
  { key: 'after', width: 112, render: (row) => <Figures row={row} /> },
  { key: 'reason', width: 150 },
  { key: 'workNo', width: 152, render: ({ workOrderId, workNo }) => <OrderLink id={workOrderId} no={workNo} /> },
  { key: 'userName', width: 84 },
]);

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
