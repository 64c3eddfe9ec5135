/** Freezing a tenant says why. */
import { tenants } from '#contract/tenants/tenants.ts';
import { titleOf } from '#contract/labels.ts';
import { tenantLabels } from '#contract/tenants/tenants.labels.ts';
import { useSend } from '#web/api/call.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { useProve } from './prove.tsx';
import type { TenantRow } from './tenant-drawer.tsx';

export function FreezeDialog({ row, onClose }: { row: TenantRow | null; onClose: () => void }) {
  const prove = useProve();
  const freeze = useSend(tenants.freeze, { changes: [tenants.page, tenants.tree], onSuccess: onClose });
  if (row === null) return null;
  const send = async (reason: string) => {
    if (await prove()) freeze.mutate({ id: row.id, status: '9', reason: reason.trim(), version: row.version });
  };
  return (
    <ReasonDialog
      title={`冻结${row.name}`}
      note="冻结后，该租户所有在线用户立即退出，解冻前任何人都不能登录。数据不受影响，设备数据继续接收。"
      label={titleOf(tenantLabels, 'reason')}
      placeholder="如 逾期未缴费"
      okText="冻结"
      most={200}
      pending={freeze.isPending}
      onOk={(reason) => void send(reason)}
      onClose={onClose}
    />
  );
}
