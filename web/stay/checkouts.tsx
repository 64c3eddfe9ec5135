/** /stay/checkout 退住办理: who is to leave, and whose turn it is. With `?add=1&person=…` the form is open. */
import { Input, Select } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { titled } from '#contract/labels.ts';
import { checkoutStateLabels } from '#contract/stay/checkout-commands.rules.ts';
import { departments } from '#contract/stay/checkout-departments.rules.ts';
import { checkoutLabels } from '#contract/stay/checkouts.labels.ts';
import { checkouts } from '#contract/stay/checkouts.ts';
import { people } from '#contract/elderly/people.ts';
import { useCall } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { checkoutAddress, personAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { MISSING, yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { CheckoutDrawer } from './checkout-drawer.tsx';

const Filter = labelledFilter(checkoutLabels);
type Row = RowOf<typeof checkouts.page>;
const money = (value: number | null) => (value === null ? MISSING : yuan(value));

const columns: Column<Row>[] = titled(checkoutLabels, [
  { key: 'oldmanName', width: 110, pin: 'left', render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} /> },
  { key: 'state', width: 96, render: ({ state }) => <State of="checkout" value={state} /> },
  { key: 'waiting', width: 200, render: ({ waiting }) => waiting.map((name) => departments[name]).join('、') || MISSING },
  { key: 'leaveDate', width: 120, sort: 'leave_date' },
  { key: 'destination', width: 110, dictionary: checkoutLabels.destination.dictionary },
  { key: 'place', width: 180, minor: 1 },
  { key: 'reason', width: 200, minor: 2 },
  { key: 'dueAmount', width: 120, align: 'right', minor: 1, render: ({ dueAmount }) => money(dueAmount) },
  { key: 'refundAmount', width: 120, align: 'right', minor: 1, render: ({ refundAmount }) => money(refundAmount) },
  { key: 'number', width: 150, minor: 2 },
  { key: 'createBy', width: 100, minor: 2 },
  { key: 'createTime', width: 172, sort: 'create_time', minor: 2 },
]);

const filters = (
  <>
    <Filter name="oldmanName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(checkoutStateLabels)} />
    </Filter>
    <Filter name="destination">
      <DictionarySelect type={checkoutLabels.destination.dictionary} numeric placeholder="全部" />
    </Filter>
    <Filter name="number">
      <Input placeholder="请输入退住单号" allowClear maxLength={20} />
    </Filter>
    <Filter name={['leaveStart', 'leaveEnd']}>
      <DateRange days />
    </Filter>
  </>
);

/** The form of a new one, with the person from whose page it was asked for. */
function Add({ personId, onClose }: { personId: number | null; onClose: () => void }) {
  const { data, isPending } = useCall(people.get, { id: personId ?? 0, masked: true }, { enabled: personId !== null, quiet: true });
  if (personId !== null && isPending) return null;
  const person = data ? { id: data.id, userName: data.userName } : null;
  return <CheckoutDrawer before={null} person={person} onClose={onClose} />;
}

export default function Checkouts() {
  const may = useMay();
  const [params] = useSearchParams();
  const [adding, setAdding] = useState<{ personId: number | null } | null>(null);
  const mayAdd = may(checkouts.submit);
  const asked = Number(params.get('person'));
  useAskedAdd(() => mayAdd && setAdding({ personId: asked > 0 ? asked : null }));
  return (
    <>
      <DataTable
        name="checkouts"
        noun="退住申请"
        route={checkouts.page}
        {...(may(checkouts.export) ? { exportRoute: checkouts.export } : {})}
        columns={columns}
        filters={filters}
        addLabel="申请退住"
        onAdd={mayAdd ? () => setAdding({ personId: null }) : undefined}
        onRowDoubleClick={({ id }) => go(checkoutAddress(id))}
        actions={(row: Row) => [
          { label: '办理', onClick: () => go(checkoutAddress(row.id)) },
          { label: '查看档案', onClick: () => go(personAddress(row.oldmanId)) },
        ]}
      />
      {adding && <Add personId={adding.personId} onClose={() => setAdding(null)} />}
    </>
  );
}
