/** /business/material-purchase/detail?id=…: one purchase, to be read, received and printed. */
import { ArrowLeftOutlined, PrinterOutlined } from '@ant-design/icons';
import { App, Button, Card, Descriptions, Skeleton, Table } from 'antd';
import { useSearchParams } from 'react-router';
import { titleOf } from '#contract/labels.ts';
import { purchaseLabels, purchaseLineLabels } from '#contract/stock/material-purchases.labels.ts';
import { materialPurchases } from '#contract/stock/material-purchases.ts';
import { useCall } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { useTabLabel } from '#web/shell/tab-context.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { yuan } from '#web/ui/display.ts';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { State } from '#web/ui/state.tsx';
import { usePurchaseActions } from './purchase-actions.tsx';
import { PURCHASES } from './purchase-addresses.ts';
import type { Purchase } from './purchase-drawer.tsx';
import { sumOf } from './purchase-lines.tsx';
import '#web/ui/order-page.css';
import './purchases.css';

const line = (name: keyof typeof purchaseLineLabels) => titleOf(purchaseLineLabels, name);

function Lines({ purchase: { lines, amount } }: { purchase: Purchase }) {
  return (
    <Card title={purchaseLabels.lines}>
      <Table
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={lines}
        columns={[
          { title: line('name'), render: (_, { name, spec }) => (spec ? `${name}（${spec}）` : name) },
          { title: line('quantity'), align: 'right', render: (_, { quantity, unit }) => `${quantity} ${unit}` },
          { title: line('price'), align: 'right', render: (_, { price }) => yuan(price) },
          { title: '小计', align: 'right', render: (_, row) => yuan(sumOf([row])) },
          { title: line('supplier'), dataIndex: 'supplier', render: (supplier: string | null) => supplier ?? '--' },
          { title: line('received'), align: 'right', render: (_, { received, unit }) => `${received} ${unit}` },
        ]}
        footer={() => (
          <p className="y-purchase-total">
            合计 <b>{yuan(amount)}</b>
          </p>
        )}
      />
    </Card>
  );
}

function Receipts({ purchase: { receipts, lines } }: { purchase: Purchase }) {
  if (receipts.length === 0) return null;
  const of = new Map(lines.map((one) => [one.id, one]));
  return (
    <Card title="入库记录">
      <Table
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={receipts}
        columns={[
          { title: '入库时间', dataIndex: 'createTime' },
          { title: line('name'), render: (_, { lineId }) => of.get(lineId)?.name ?? '--' },
          { title: line('quantity'), align: 'right', render: (_, { lineId, quantity }) => `${quantity} ${of.get(lineId)?.unit ?? ''}` },
          { title: '入库人', dataIndex: 'userName' },
          { title: '原因', dataIndex: 'reason', render: (reason: string) => reason || '--' },
        ]}
      />
    </Card>
  );
}

function Shown({ purchase }: { purchase: Purchase }) {
  const { modal } = App.useApp();
  const [actionsOf, dialogs] = usePurchaseActions();
  const press = ({ label, confirm, onClick }: ReturnType<typeof actionsOf>[number]) =>
    confirm ? void modal.confirm({ title: confirm, okText: label, cancelText: '取消', onOk: onClick }) : onClick();
  return (
    <article className="y-order y-prints-alone">
      <header className="y-order-head">
        <Button type="text" className="y-no-print" icon={<ArrowLeftOutlined aria-hidden />} onClick={() => go(PURCHASES)}>
          返回
        </Button>
        <h1>采购单 {purchase.number}</h1>
        <State of="purchase" value={purchase.state} />
        <div className="y-order-buttons y-no-print">
          {actionsOf(purchase)
            .filter(({ when }) => when !== false)
            .map((action) => (
              <Button key={action.label} type={action.menu ? 'default' : 'primary'} danger={action.danger} onClick={() => press(action)}>
                {action.label}
              </Button>
            ))}
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
            打印
          </Button>
        </div>
      </header>
      <Card title="基本信息">
        <Descriptions
          size="small"
          column={{ xs: 1, md: 2, xl: 3 }}
          items={labelledItems(purchaseLabels, [
            { key: 'userName', children: purchase.userName },
            { key: 'departmentName', children: purchase.departmentName ?? '--' },
            { key: 'createTime', children: purchase.createTime },
            { key: 'reason', children: purchase.reason, span: 'filled' },
            purchase.closeReason !== null && { key: 'closeReason', children: purchase.closeReason, span: 'filled' },
          ])}
        />
      </Card>
      <Lines purchase={purchase} />
      <Receipts purchase={purchase} />
      <footer className="y-purchase-signatures">
        <span>申请人：</span>
        <span>审批人：</span>
        <span>收货人：</span>
      </footer>
      {dialogs}
    </article>
  );
}

export default function MaterialPurchasePage() {
  const [params] = useSearchParams();
  const id = Number(params.get('id')) || 0;
  const query = useCall(materialPurchases.get, { id }, { enabled: id > 0, quiet: true });
  useTabLabel(query.data ? `采购 ${query.data.number}` : null);
  if (query.data) return <Shown purchase={query.data} />;
  if (id === 0 || query.isError)
    return <MissingPage error={query.error} noun="采购" back={PURCHASES} onRetry={() => void query.refetch()} />;
  return <Skeleton active className="y-page-loading" paragraph={{ rows: 12 }} />;
}
