/** Who wore a device, and where it stood. */
import { deviceBindings } from '#contract/devices/device-bindings.ts';
import { titled } from '#contract/labels.ts';
import { deviceBindingLabels } from '#contract/devices/device-bindings.labels.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { inRoom } from '#web/ui/place.tsx';

const columns: Column<RowOf<typeof deviceBindings.page>>[] = titled(deviceBindingLabels, [
  { key: 'bindTime', width: 172, sort: 'bind_time' },
  { key: 'releaseTime', width: 172, render: ({ releaseTime }) => releaseTime ?? '至今' },
  {
    key: 'oldmanName',
    width: 120,
    render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="device" />,
  },
  { key: 'roomName', width: 148, render: inRoom },
]);

export function DeviceBindings({ deviceId }: { deviceId: number }) {
  return (
    <DataTable
      name="device-bindings"
      noun="使用记录"
      route={deviceBindings.page}
      columns={columns}
      fixed={{ deviceId }}
      state="own"
      height="content"
    />
  );
}
