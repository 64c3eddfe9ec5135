/** What may be done with a purchase, on the list and on its page, with the dialogs for it. */
import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Output } from '#contract/http.ts';
import { closedPurchase } from '#contract/stock/purchase-commands.rules.ts';
import { materialPurchases } from '#contract/stock/material-purchases.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import { approvalAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { useMay } from '#web/ui/may.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import type { RowAction } from '#web/ui/row-actions.tsx';
import { PurchaseDrawer } from './purchase-drawer.tsx';
import { ReceiveDialog } from './receive-dialog.tsx';

type Row = Output<typeof materialPurchases.page>['records'][number];
type Asked = { what: 'receive' | 'change' | 'close'; row: Row } | null;

function Dialog({ what, row, onClose }: { what: 'receive' | 'change' | 'close'; row: Row; onClose: () => void }) {
  const { data } = useCall(materialPurchases.get, { id: row.id }, { enabled: what !== 'close' });
  const end = useSend(materialPurchases.close, {
    changes: [materialPurchases.page, materialPurchases.get],
    onSuccess: onClose,
    onError: ({ status }) => status === 409 && onClose(),
  });
  if (what === 'close')
    return (
      <ReasonDialog
        title={`关闭采购 ${row.number}`}
        note="关闭后不能再入库；已入库的不受影响。"
        placeholder="如 供应商缺货"
        okText="关闭采购"
        most={200}
        pending={end.isPending}
        onOk={(reason) => end.mutate({ id: row.id, version: row.version, reason })}
        onClose={onClose}
      />
    );
  if (!data) return null;
  return what === 'receive' ? <ReceiveDialog purchase={data} onClose={onClose} /> : <PurchaseDrawer purchase={data} onClose={onClose} />;
}

/** The actions of a row, and what they open. */
export function usePurchaseActions(): [(row: Row) => RowAction[], ReactNode] {
  const may = useMay();
  const me = useStore(session, ({ user }) => user?.id ?? 0);
  const [asked, setAsked] = useState<Asked>(null);
  const withdraw = useSend(materialPurchases.withdraw, { changes: [materialPurchases.page, materialPurchases.get] });
  const actions = (row: Row): RowAction[] => {
    const own = row.userId === me && may(materialPurchases.create);
    const open = (action: Parameters<typeof closedPurchase>[1]) => closedPurchase(row, action) === null;
    return [
      { label: '入库', onClick: () => setAsked({ what: 'receive', row }), when: may(materialPurchases.receive) && open('receive') },
      { label: '修改并重新提交', onClick: () => setAsked({ what: 'change', row }), when: own && open('edit') },
      { label: '查看审批', onClick: () => go(approvalAddress(row.caseId as number)), when: row.caseId !== null, menu: true },
      {
        label: '撤回',
        confirm: '确定撤回这次采购申请吗？',
        menu: true,
        onClick: () => withdraw.mutate({ id: row.id }),
        when: own && open('withdrawn'),
      },
      {
        label: '关闭',
        danger: true,
        menu: true,
        onClick: () => setAsked({ what: 'close', row }),
        when: may(materialPurchases.close) && open('close'),
      },
    ];
  };
  return [actions, asked && <Dialog key={`${asked.what}.${asked.row.id}`} {...asked} onClose={() => setAsked(null)} />];
}
