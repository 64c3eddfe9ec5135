/** /stay/contract 入住合同: of each contract its last part, those that end soon first when they are asked for. */
import { Input } from 'antd';
import { Suspense, useState } from 'react';
import { titled } from '#contract/labels.ts';
import { contractLabels } from '#contract/stay/contracts.labels.ts';
import { partNumber } from '#contract/stay/contracts.rules.ts';
import { contracts } from '#contract/stay/contracts.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { personAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { Day } from '#web/ui/day.tsx';
import { yuan } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { useContractActs } from './contract-acts.tsx';

const ContractDrawer = lazyPart(() => import('./contract-drawer.tsx'));
const Filter = labelledFilter(contractLabels);

const columns: Column<RowOf<typeof contracts.page>>[] = titled(contractLabels, [
  {
    key: 'oldmanName',
    width: 110,
    pin: 'left',
    render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="contract" />,
  },
  { key: 'state', width: 96, render: ({ state }) => <State of="contract" value={state} /> },
  { key: 'place', width: 200 },
  { key: 'effectiveDate', width: 120, sort: 'effective_date' },
  { key: 'endDate', width: 120, sort: 'end_date' },
  { key: 'monthFee', width: 120, align: 'right', render: ({ monthFee }) => yuan(monthFee) },
  { key: 'deposit', width: 110, align: 'right', minor: 1, render: ({ deposit }) => yuan(deposit) },
  { key: 'signerName', width: 100, minor: 1 },
  { key: 'number', width: 160, minor: 2, render: partNumber },
  { key: 'signedDate', width: 120, minor: 2 },
]);

const filters = (
  <>
    <Filter name="oldmanName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="number">
      <Input placeholder="请输入合同编号" allowClear maxLength={20} />
    </Filter>
    <Filter name="endsUntil">
      <Day placeholder="找出要续签的合同" />
    </Filter>
  </>
);

export default function Contracts() {
  const may = useMay();
  const { actionsOf, dialogs } = useContractActs();
  const [adding, setAdding] = useState(false);
  const mayAdd = may(contracts.create);
  useAskedAdd(() => mayAdd && setAdding(true));
  return (
    <>
      <DataTable
        name="contracts"
        noun="入住合同"
        route={contracts.page}
        {...(may(contracts.export) ? { exportRoute: contracts.export } : {})}
        columns={columns}
        filters={filters}
        addLabel="登记合同"
        onAdd={mayAdd ? () => setAdding(true) : undefined}
        onRowDoubleClick={({ oldmanId }) => go(personAddress(oldmanId, 'contract'))}
        actions={(contract) => [
          { label: '查看', onClick: () => go(personAddress(contract.oldmanId, 'contract')) },
          ...actionsOf(contract, true),
        ]}
      />
      <Suspense fallback={null}>
        {adding && <ContractDrawer last={null} onClose={() => setAdding(false)} />}
        {dialogs}
      </Suspense>
    </>
  );
}
