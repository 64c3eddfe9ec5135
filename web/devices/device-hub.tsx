/** 下属设备 of a gateway: the devices it may speak for, added and taken out by several at once. */
import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { deviceHubs } from '#contract/devices/device-hubs.ts';
import { devices } from '#contract/devices/devices.ts';
import { behindTopic, upTopic } from '#contract/devices/mqtt-topics.rules.ts';
import { titled } from '#contract/labels.ts';
import { deviceLabels } from '#contract/devices/devices.labels.ts';
import { useSend } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import type { Column } from '#web/ui/columns.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { deviceAddress } from '#web/shell/addresses.ts';
import { inRoom } from '#web/ui/place.tsx';
import { Battery, OnlineState, typeLabel, type DeviceRow } from './device-tags.tsx';
import './integrations.css';

const Filter = labelledFilter(deviceLabels);

const columns: Column<DeviceRow>[] = titled(deviceLabels, [
  {
    key: 'imei',
    width: 170,
    sort: 'imei',
    pin: 'left',
    render: ({ id, imei }) => <Link to={deviceAddress(id)}>{imei}</Link>,
  },
  { key: 'online', width: 152, render: (device) => <OnlineState device={device} /> },
  { key: 'name', width: 140 },
  { key: 'oldmanName', width: 96, render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="device" /> },
  { key: 'roomName', width: 148, render: inRoom },
  { key: 'type', title: '类型', width: 110, render: ({ type }) => typeLabel(type) },
  { key: 'battery', width: 92, render: ({ battery }) => <Battery percent={battery} /> },
]);

const filters = (
  <Filter name="imei">
    <Input placeholder="请输入设备编号" allowClear maxLength={32} />
  </Filter>
);

const CHANGES = [devices.page, devices.get];

function Adding({ hubId, onClose }: { hubId: number; onClose: () => void }) {
  const send = useSend(deviceHubs.assign, { changes: CHANGES, onSuccess: onClose });
  return (
    <SideDrawer title="添加下属设备" open size="large" onClose={onClose} closeLabel="取消">
      <div className="d-deliveries">
        <p className="d-note">只列出设备类型的通信协议是MQTT、还没有所属网关的设备。</p>
        <DataTable
          name="hub-candidates"
          noun="可添加的设备"
          route={devices.page}
          fixed={{ assignable: true }}
          columns={columns}
          filters={filters}
          state="own"
          height="content"
          batch={(chosen: DeviceRow[]) => (
            <Button
              size="small"
              type="primary"
              loading={send.isPending}
              onClick={() => send.mutate({ hubId, deviceIds: chosen.map(({ id }) => id) })}
            >
              添加{chosen.length}台
            </Button>
          )}
        />
      </div>
    </SideDrawer>
  );
}

export function DeviceHub({ hub }: { hub: DeviceRow }) {
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const release = useSend(deviceHubs.release, { changes: CHANGES });
  const mayChange = may(deviceHubs.assign);
  return (
    <div className="d-deliveries">
      {hub.protocol !== 'mqtt' && (
        <Alert type="warning" showIcon title="网关的设备类型要选择通信协议MQTT，才能用接入密码连接并代报下属设备的数据。" />
      )}
      <p className="d-note">
        网关只能代报这里的设备：报文里按数据接入的“设备编号路径”说明是哪台，或发布到 <code>{upTopic(hub.imei)}/设备编号</code>；下发的指令在{' '}
        <code>{behindTopic(hub.imei, '设备编号')}</code>。其他设备的数据不接收，只计入“未登记设备”。
      </p>
      <DataTable
        name="hub-devices"
        noun="下属设备"
        route={devices.page}
        fixed={{ hubId: hub.id }}
        columns={columns}
        filters={filters}
        state="own"
        height="content"
        extra={
          mayChange && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
              添加设备
            </Button>
          )
        }
        {...(mayChange
          ? {
              batch: (chosen: DeviceRow[], clear: () => void) => (
                <Confirm
                  title={`移出后网关不能再代报这${chosen.length}台设备的数据，确定吗？`}
                  okText="移出"
                  cancelText="取消"
                  okButtonProps={{ danger: true }}
                  onConfirm={() => release.mutate({ hubId: hub.id, deviceIds: chosen.map(({ id }) => id) }, { onSuccess: clear })}
                >
                  <Button size="small" danger loading={release.isPending}>
                    移出{chosen.length}台
                  </Button>
                </Confirm>
              ),
            }
          : {})}
      />
      {adding && <Adding hubId={hub.id} onClose={() => setAdding(false)} />}
    </div>
  );
}
