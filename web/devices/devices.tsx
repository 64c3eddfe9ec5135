/** /device/index 设备管理. */
import { useQueryClient } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { devices } from '#contract/devices/devices.ts';
import { titled } from '#contract/labels.ts';
import { deviceLabels } from '#contract/devices/devices.labels.ts';
import { keyOf } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { deviceAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import { MISSING } from '#web/ui/display.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { inRoom } from '#web/ui/place.tsx';
import { deviceFields, deviceToForm, deviceToInput, newDevice } from './device-fields.tsx';
import { DeviceFigures } from './device-figures.tsx';
import { Battery, EnabledTag, OnlineState, Signal, isHeard, typeLabel, typeOptions, type DeviceRow } from './device-tags.tsx';
import './devices.css';

const Filter = labelledFilter(deviceLabels);

/** Readings send no news to the pages: the list is read again this often while it is looked at. */
const REFRESH_MS = 30_000;

const columns: Column<DeviceRow>[] = titled(deviceLabels, [
  {
    key: 'imei',
    width: 156,
    pin: 'left',
    sort: 'imei',
    render: ({ id, imei }) => <Link to={deviceAddress(id)}>{imei}</Link>,
  },
  { key: 'type', width: 104, sort: 'type', render: ({ type }) => typeLabel(type) },
  { key: 'typeName', width: 140, minor: 2 },
  { key: 'name', width: 140, minor: 1 },
  { key: 'oldmanName', width: 96, render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="device" /> },
  { key: 'roomName', width: 148, render: inRoom },
  { key: 'online', width: 152, render: (device) => (isHeard(device.type) ? <OnlineState device={device} /> : MISSING) },
  { key: 'battery', width: 92, render: ({ battery }) => <Battery percent={battery} /> },
  { key: 'signal', width: 92, minor: 1, render: ({ signal }) => <Signal percent={signal} /> },
  { key: 'enabled', width: 80, render: ({ enabled }) => <EnabledTag enabled={enabled} /> },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
  { key: 'lastSeenTime', width: 172, hidden: true },
  { key: 'hubName', width: 140, hidden: true },
  { key: 'manufacturer', width: 120, hidden: true },
  { key: 'model', width: 120, hidden: true },
  { key: 'shortId', width: 120, hidden: true },
]);

const filters = (
  <>
    <Filter name="imei">
      <Input placeholder="请输入设备编号" allowClear maxLength={32} />
    </Filter>
    <Filter name="oldmanName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="lowBattery">
      <Select allowClear placeholder="请选择" options={[{ value: 'true', label: '低电量' }]} />
    </Filter>
    <Filter name="type">
      <Select allowClear placeholder="请选择" options={typeOptions} />
    </Filter>
    <Filter name="online">
      <Select
        allowClear
        placeholder="请选择"
        options={[
          { value: '1', label: '在线' },
          { value: '0', label: '离线' },
          { value: '2', label: '从未上线' },
        ]}
      />
    </Filter>
  </>
);

export default function Devices() {
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: keyOf(devices.page) }), REFRESH_MS);
    return () => clearInterval(timer);
  }, [client]);
  const filter = (chosen: Record<string, string>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const name of ['page', 'online', 'lowBattery']) next.delete(name);
        for (const [name, value] of Object.entries(chosen)) next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <div className="d-page">
      <DeviceFigures online={params.get('online')} lowBattery={params.get('lowBattery')} onFilter={filter} />
      <CrudPage
        name="devices"
        noun="设备"
        routes={devices}
        exportRoute={devices.export}
        imports={devices}
        columns={columns}
        filters={filters}
        form={deviceFields}
        initial={newDevice}
        toForm={deviceToForm}
        toInput={deviceToInput}
        onRowDoubleClick={({ id }) => go(deviceAddress(id))}
        actions={({ id }) => [{ label: '查看', onClick: () => go(deviceAddress(id)) }]}
      />
    </div>
  );
}
