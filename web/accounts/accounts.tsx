/**
 * /members/account 账户管理: the accounts of people and their ledger. With `?oldmanId=` the account of that person is open, with
 * `&recharge=true` the form for paying in.
 */
import { Input, Tabs } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { accountLabels } from '#contract/accounts/accounts.labels.ts';
import { accounts } from '#contract/accounts/accounts.ts';
import { titled } from '#contract/labels.ts';
import { useCall } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING, yuan } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { Figures } from '#web/ui/figures.tsx';
import { useMay } from '#web/ui/may.ts';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import { Place } from '#web/ui/place.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { AccountDialog, type AccountAct } from './account-dialogs.tsx';
import { Movements } from './movements.tsx';
import { PersonAccount } from './person-account.tsx';
import './accounts.css';

const Filter = labelledFilter(accountLabels);
type Row = RowOf<typeof accounts.page>;

const columns: Column<Row>[] = titled(accountLabels, [
  {
    key: 'oldmanName',
    width: 110,
    pin: 'left',
    render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="account" />,
  },
  { key: 'place', width: 200, render: ({ place }) => <Place place={place} /> },
  { key: 'oldmanStatus', title: '在院状态', width: 96, render: ({ oldmanStatus }) => <State of="person" value={oldmanStatus} /> },
  {
    key: 'availableBalance',
    width: 130,
    align: 'right',
    sort: 'available_balance',
    render: ({ availableBalance, low }) => (
      <span data-tone={availableBalance < 0 ? 'error' : low ? 'warning' : undefined} className="a-sum">
        {yuan(availableBalance)}
      </span>
    ),
  },
  { key: 'virtualAvailableBalance', width: 120, align: 'right', render: ({ virtualAvailableBalance }) => yuan(virtualAvailableBalance) },
  { key: 'depositBalance', width: 120, align: 'right', render: ({ depositBalance }) => yuan(depositBalance) },
  {
    key: 'alertBalance',
    width: 110,
    align: 'right',
    minor: 1,
    render: ({ alertBalance }) => (alertBalance === null ? '按机构' : yuan(alertBalance)),
  },
  { key: 'updateTime', width: 172, sort: 'update_time', minor: 1 },
]);

const filters = (
  <Filter name="oldmanName">
    <Input placeholder="姓名或拼音" allowClear maxLength={20} />
  </Filter>
);

type Open = { act: AccountAct; row: Parameters<typeof AccountDialog>[0]['account'] } | null;

/** Sums over what the filters leave; a figure that needs care shows its rows. */
function Sums() {
  const [params, setParams] = useSearchParams();
  const oldmanName = params.get('oldmanName');
  const { data } = useCall(accounts.statistics, oldmanName ? { oldmanName } : {}, { quiet: true, placeholderData: (before) => before });
  const toggle = (name: 'owing' | 'low') =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      next.delete('page');
      if (next.get(name)) next.delete(name);
      else next.set(name, 'true');
      return next;
    });
  const shows = (name: string) => params.get(name) !== null;
  return (
    <Figures
      label="账户汇总"
      figures={[
        { label: '可用余额合计', value: yuan(data?.available) },
        { label: '虚拟余额合计', value: yuan(data?.virtual) },
        { label: '押金合计', value: yuan(data?.deposit) },
        {
          label: '欠费',
          value: yuan(data?.owed),
          note: data ? `${data.owing}人` : '',
          tone: data?.owing ? 'error' : undefined,
          onClick: () => toggle('owing'),
          pressed: shows('owing'),
        },
        {
          label: '余额不足',
          value: data ? `${data.low}人` : MISSING,
          tone: data?.low ? 'warning' : undefined,
          onClick: () => toggle('low'),
          pressed: shows('low'),
        },
      ]}
    />
  );
}

function List() {
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Open>(null);
  const [picking, setPicking] = useState(false);
  const asked = Number(params.get('oldmanId')) || null;
  const person = useCall(accounts.get, { id: asked ?? 0 }, { enabled: asked !== null, quiet: true });
  const show = (id: number | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('recharge');
        if (id === null) next.delete('oldmanId');
        else next.set('oldmanId', String(id));
        return next;
      },
      { replace: true },
    );
  const paying = params.get('recharge') !== null && person.data !== undefined && may(accounts.recharge);
  return (
    <>
      <Sums />
      <DataTable
        name="accounts"
        noun="账户"
        route={accounts.page}
        exportRoute={accounts.export}
        columns={columns}
        filters={filters}
        addLabel="充值"
        onAdd={may(accounts.recharge) ? () => setPicking(true) : undefined}
        onRowDoubleClick={({ oldmanId }) => show(oldmanId)}
        actions={(row) => [
          { label: '充值', onClick: () => setOpen({ act: 'recharge', row }), when: may(accounts.recharge) },
          { label: '明细', onClick: () => show(row.oldmanId) },
          { label: '退款', onClick: () => setOpen({ act: 'withdraw', row }), when: may(accounts.withdraw), menu: true },
          { label: '调整', onClick: () => setOpen({ act: 'adjust', row }), when: may(accounts.adjust), menu: true },
          { label: '余额提醒', onClick: () => setOpen({ act: 'alert', row }), when: may(accounts.alert), menu: true },
        ]}
      />
      {picking && (
        <PersonPicker
          open
          title="为谁充值"
          onClose={() => setPicking(false)}
          onPick={({ id }) => {
            setPicking(false);
            setParams((now) => {
              const next = new URLSearchParams(now);
              next.set('oldmanId', String(id));
              next.set('recharge', 'true');
              return next;
            });
          }}
        />
      )}
      {open && <AccountDialog {...open} account={open.row} onClose={() => setOpen(null)} />}
      {paying && <AccountDialog act="recharge" account={person.data} onClose={() => show(null)} />}
      {asked !== null && !params.has('recharge') && (
        <SideDrawer title={`${person.data?.oldmanName ?? ''}的账户`} open size="large" onClose={() => show(null)}>
          <PersonAccount personId={asked} />
        </SideDrawer>
      )}
    </>
  );
}

export default function Accounts() {
  const [params, setParams] = useSearchParams();
  const records = params.get('tab') === 'records';
  return (
    <div className="a-page" data-tab={records ? 'records' : 'accounts'}>
      <Tabs
        activeKey={records ? 'records' : 'accounts'}
        onChange={(tab) => setParams(tab === 'records' ? { tab } : {}, { replace: true })}
        items={[
          { key: 'accounts', label: '账户' },
          { key: 'records', label: '账户流水' },
        ]}
      />
      {records ? <Movements personId={null} /> : <List />}
    </div>
  );
}
