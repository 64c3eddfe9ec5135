/** A person's warnings; a row opens its handling. */
import { disposalLabels, modeLabels } from '#contract/warnings/warnings.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { titled } from '#contract/labels.ts';
import { warningLabels } from '#contract/warnings/warnings.labels.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { State } from '#web/ui/state.tsx';
import { Severity } from '#web/ui/severity.tsx';

type WarningRow = RowOf<typeof warnings.page>;

const columns: Column<WarningRow>[] = titled(warningLabels, [
  { key: 'severity', width: 84, sort: 'severity', render: ({ severity }) => <Severity severity={severity} /> },
  { key: 'warningText', width: 108 },
  { key: 'warningContent', width: 200 },
  { key: 'dataHappenTime', width: 172, sort: 'data_happen_time' },
  { key: 'count', width: 68, align: 'right' },
  {
    key: 'isDisposed',
    width: 96,
    render: ({ isDisposed }) => (disposalLabels[isDisposed] ? <State of="warning" value={isDisposed} /> : MISSING),
  },
  {
    key: 'processMode',
    width: 104,
    render: ({ processMode }) => (processMode === null ? MISSING : modeLabels[processMode]),
  },
  { key: 'handlerName', width: 96 },
  { key: 'remark', width: 200, minor: 2 },
]);

const open = (id: number) => go(`/warning/warning/index?id=${id}`);

export function PersonWarnings({ personId }: { personId: number }) {
  return (
    <DataTable
      name="person-warnings"
      noun="预警"
      route={warnings.page}
      fixed={{ oldmanId: personId }}
      columns={columns}
      state="own"
      height="content"
      onRowDoubleClick={({ id }) => open(id)}
      actions={({ id }) => [{ label: '查看', onClick: () => open(id) }]}
    />
  );
}
