/** 绑定设备: gives a person a device, by its number (typed or from a scanner) or from the list of those without a wearer. */
import { ScanOutlined } from '@ant-design/icons';
import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { deviceBindings } from '#contract/devices/device-bindings.ts';
import { devices } from '#contract/devices/devices.ts';
import { deviceLabels } from '#contract/devices/devices.labels.ts';
import { titled } from '#contract/labels.ts';
import { call, useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { useMay } from '#web/ui/may.ts';
import { inRoom } from '#web/ui/place.tsx';
import { deviceFields, deviceToForm, deviceToInput, newDevice } from './device-fields.tsx';
import { Battery, isHeard, OnlineState, typeLabel, type DeviceRow } from './device-tags.tsx';
import './devices.css';

const columns: Column<DeviceRow>[] = titled(deviceLabels, [
  { key: 'imei', width: 160 },
  { key: 'type', width: 104, render: ({ type }) => typeLabel(type) },
  { key: 'name', width: 140 },
  { key: 'roomName', width: 148, render: inRoom },
  { key: 'online', width: 152, render: (device) => (isHeard(device.type) ? <OnlineState device={device} /> : null) },
  { key: 'battery', width: 92, render: ({ battery }) => <Battery percent={battery} /> },
]);

/** What became of a number: it is not registered, or the device has a wearer. */
type Found = { kind: 'unknown'; imei: string } | { kind: 'worn'; device: DeviceRow } | { kind: 'problem'; text: string };

interface Props {
  person: { id: number; userName: string };
  onClose: () => void;
}

export default function BindDevice({ person, onClose }: Props) {
  const may = useMay();
  const [imei, setImei] = useState('');
  const [looking, setLooking] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const [registering, setRegistering] = useState<string | null>(null);
  const changes = [devices.page, devices.get, devices.summary, deviceBindings.page];
  const send = useSend(devices.update, { changes, onSuccess: onClose });
  // The version says that it was not given away meanwhile.
  const bind = ({ id, imei: number, type, version }: DeviceRow) =>
    send.mutate({ id, imei: number, type: type as 'watch', oldmanId: person.id, version });

  const look = async () => {
    const number = imei.trim();
    if (number === '') return setFound({ kind: 'problem', text: '请输入设备编号' });
    setLooking(true);
    setFound(null);
    try {
      const { records } = await call(devices.page, { imei: number, size: 20 }, { quiet: true });
      const device = records.find((one) => one.imei === number || one.shortId === number);
      if (!device) setFound({ kind: 'unknown', imei: number });
      else if (device.oldmanId !== null) setFound({ kind: 'worn', device });
      else bind(device);
    } catch (error) {
      setFound({ kind: 'problem', text: (error as Error).message });
    } finally {
      setLooking(false);
    }
  };

  return (
    <>
      <SideDrawer
        title={`为${person.userName}绑定设备`}
        open
        size="large"
        fieldFirst
        onClose={onClose}
        closeLabel="取消"
        confirming={looking || send.isPending}
      >
        <div className="d-bind">
          <Input
            prefix={<ScanOutlined aria-hidden />}
            aria-label="设备编号"
            placeholder="扫描或输入设备编号，回车绑定"
            maxLength={32}
            value={imei}
            onChange={({ target }) => setImei(target.value)}
            onPressEnter={() => void look()}
          />
          <Button type="primary" loading={looking || send.isPending} onClick={() => void look()}>
            绑定
          </Button>
        </div>
        {found && (
          <Alert
            className="d-bind-found"
            type="warning"
            showIcon
            title={
              found.kind === 'unknown'
                ? `设备 ${found.imei} 尚未登记`
                : found.kind === 'worn'
                  ? found.device.oldmanId === person.id
                    ? `设备 ${found.device.imei} 已由${person.userName}佩戴`
                    : `设备 ${found.device.imei} 由${found.device.oldmanName ?? '他人'}佩戴，请先在设备管理中解除`
                  : found.text
            }
            action={
              found.kind === 'unknown' &&
              may(devices.create) && (
                <Button size="small" onClick={() => setRegistering(found.imei)}>
                  登记并绑定
                </Button>
              )
            }
          />
        )}
        <DataTable
          name="device-picker"
          noun="可绑定的设备"
          route={devices.page}
          columns={columns}
          fixed={{ wearable: true }}
          state="own"
          height="content"
          onRowDoubleClick={bind}
          actions={(device) => [{ label: '绑定', onClick: () => bind(device), disabled: send.isPending }]}
        />
      </SideDrawer>
      {registering !== null && (
        <CrudDrawer
          noun="设备"
          routes={devices}
          id={null}
          initial={{ ...newDevice, imei: registering, oldmanId: person.id, oldmanName: person.userName }}
          toForm={deviceToForm}
          toInput={deviceToInput}
          onSaved={onClose}
          onClose={() => setRegistering(null)}
        >
          {deviceFields}
        </CrudDrawer>
      )}
    </>
  );
}
