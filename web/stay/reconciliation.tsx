/** /stay/reconciliation 入住对账: where beds, residents, contracts and accounts say different things, each with the page where it is mended. */
import { Input, Select } from 'antd';
import { titled } from '#contract/labels.ts';
import { reconciliationLabels } from '#contract/stay/reconciliation.labels.ts';
import { findingKindLabels, findingKinds } from '#contract/stay/reconciliation.rules.ts';
import { reconciliation } from '#contract/stay/reconciliation.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { personAddress, ROOMS, type PersonTab } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';

type Finding = RowOf<typeof reconciliation.page>;

const Filter = labelledFilter(reconciliationLabels);

/** The tab of the person where a finding is mended. */
const tabs: Readonly<Record<number, PersonTab>> = {
  [findingKinds.noBed]: 'basic',
  [findingKinds.noContract]: 'contract',
  [findingKinds.bedFee]: 'contract',
  [findingKinds.openContract]: 'contract',
  [findingKinds.moneyLeft]: 'account',
  [findingKinds.depositShort]: 'account',
  [findingKinds.absence]: 'basic',
};

const addressOf = ({ kind, oldmanId }: Finding) => (oldmanId === null ? ROOMS : personAddress(oldmanId, tabs[kind]));

const columns: Column<Finding>[] = titled(reconciliationLabels, [
  { key: 'kind', width: 220, pin: 'left', render: ({ kind }) => findingKindLabels[kind] },
  {
    key: 'oldmanName',
    width: 110,
    render: ({ kind, oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab={tabs[kind]} />,
  },
  { key: 'place', width: 220 },
  { key: 'finding', width: 320 },
]);

const filters = (
  <>
    <Filter name="kind">
      <Select allowClear placeholder="全部" options={choices(findingKindLabels)} />
    </Filter>
    <Filter name="oldmanName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
  </>
);

export default function Reconciliation() {
  const may = useMay();
  return (
    <DataTable
      name="stay-reconciliation"
      noun="对账结果"
      route={reconciliation.page}
      {...(may(reconciliation.export) ? { exportRoute: reconciliation.export } : {})}
      columns={columns}
      filters={filters}
      onRowDoubleClick={(finding) => go(addressOf(finding))}
      actions={(finding) => [{ label: '去处理', onClick: () => go(addressOf(finding)) }]}
    />
  );
}
