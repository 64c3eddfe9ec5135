/** A person's incidents; a row opens the incident. */
import { incidents } from '#contract/incidents/incidents.ts';
import { incidentAddress, newIncidentAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { incidentColumns } from './incident-columns.tsx';

const columns = incidentColumns.filter(({ key }) => key !== 'oldmanName');

export function PersonIncidents({ personId }: { personId: number }) {
  const may = useMay();
  return (
    <DataTable
      name="person-incidents"
      noun="不良事件"
      route={incidents.page}
      fixed={{ oldmanId: personId }}
      columns={columns}
      state="own"
      height="content"
      addLabel="上报不良事件"
      onAdd={may(incidents.create) ? () => go(newIncidentAddress({ person: personId })) : undefined}
      onRowDoubleClick={({ id }) => go(incidentAddress(id))}
      actions={({ id }) => [{ label: '查看', onClick: () => go(incidentAddress(id)) }]}
    />
  );
}
