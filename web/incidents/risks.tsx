/** /risk/index 九防评估: who in the house lacks what of the nine risks. */
import { Input, Select } from 'antd';
import { useState } from 'react';
import { gapLabels, riskKinds } from '#contract/incidents/person-risks.rules.ts';
import { riskLabels } from '#contract/incidents/person-risks.labels.ts';
import { personRisks } from '#contract/incidents/person-risks.ts';
import { titled } from '#contract/labels.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { Place } from '#web/ui/place.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { PersonRisks } from './person-risks.tsx';
import './risks.css';

const Filter = labelledFilter(riskLabels);
type Row = RowOf<typeof personRisks.page>;

const count = (key: 'high' | 'missing' | 'overdue' | 'unmeasured' | 'recheck', width: number) => ({
  key,
  width,
  align: 'right' as const,
  render: (row: Row) => <span className={row[key] > 0 && key !== 'high' ? 'n-lacks' : ''}>{row[key]}</span>,
});

const columns: Column<Row>[] = titled(riskLabels, [
  { key: 'oldmanName', width: 110, pin: 'left', render: ({ id, oldmanName }) => <PersonLink id={id} name={oldmanName} tab="risk" /> },
  { key: 'place', width: 200, render: ({ place }) => <Place place={place} /> },
  count('missing', 92),
  count('overdue', 100),
  count('unmeasured', 100),
  count('recheck', 124),
  count('high', 92),
  { key: 'nextDate', width: 120 },
]);

const filters = (
  <>
    <Filter name="oldmanName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="gap">
      <Select allowClear placeholder="全部" options={[{ value: 'any', label: '任一缺项' }, ...choices(gapLabels)]} />
    </Filter>
    <Filter name="high">
      <Select allowClear placeholder="全部" options={choices(riskKinds)} />
    </Filter>
  </>
);

/** The list begins with those of whom something is missing. */
const BEGIN = { gap: 'any' };

export default function Risks() {
  const may = useMay();
  const [open, setOpen] = useState<Row | null>(null);
  return (
    <>
      <DataTable
        name="person-risks"
        noun="九防评估"
        route={personRisks.page}
        columns={columns}
        filters={filters}
        begin={BEGIN}
        {...(may(personRisks.export) ? { exportRoute: personRisks.export } : {})}
        onRowDoubleClick={setOpen}
        actions={(row) => [{ label: may(personRisks.save) ? '评估' : '查看', onClick: () => setOpen(row) }]}
      />
      {open && (
        <SideDrawer title={`${open.oldmanName}的九防评估`} open size="large" onClose={() => setOpen(null)}>
          <PersonRisks personId={open.id} />
        </SideDrawer>
      )}
    </>
  );
}
