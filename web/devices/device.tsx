/** /device/detail?id=: what a device says now, what it said before, and where it was. */
import { EditOutlined } from '@ant-design/icons';
import { Button, Descriptions, Empty, Segmented, Skeleton, Tabs } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { deviceCommands } from '#contract/devices/device-commands.ts';
import { deviceMedia } from '#contract/devices/device-media.ts';
import { devices } from '#contract/devices/devices.ts';
import { deviceLabels } from '#contract/devices/devices.labels.ts';
import { useCall } from '#web/api/call.ts';
import { DEVICES, deviceAddress, personAddress } from '#web/shell/addresses.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { go } from '#web/shell/go.ts';
import { useTabLabel } from '#web/shell/tab-context.ts';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { MISSING } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Place } from '#web/ui/place.tsx';
import { DeviceConnections } from './device-connections.tsx';
import { deviceFields, deviceToForm, deviceToInput } from './device-fields.tsx';
import { DevicePlace } from './device-place.tsx';
import { Battery, EnabledTag, isHeard, OnlineState, Signal, typeLabel, type DeviceRow } from './device-tags.tsx';
import { MetricCard } from './metric-card.tsx';
import { groupsOf } from './metric-groups.ts';
import './devices.css';

const DeviceTrack = lazy(() => import('./device-track.tsx').then(({ DeviceTrack: it }) => ({ default: it })));
const DeviceCommands = lazy(() => import('./device-commands.tsx').then(({ DeviceCommands: it }) => ({ default: it })));
const DeviceSettings = lazy(() => import('./device-settings.tsx').then(({ DeviceSettings: it }) => ({ default: it })));
const DeviceContacts = lazy(() => import('./device-contacts.tsx').then(({ DeviceContacts: it }) => ({ default: it })));
const DeviceCredential = lazy(() => import('./device-credential.tsx').then(({ DeviceCredential: it }) => ({ default: it })));
const DeviceAccess = lazy(() => import('./device-access.tsx').then(({ DeviceAccess: it }) => ({ default: it })));
const CameraPanel = lazy(() => import('./camera-panel.tsx').then(({ CameraPanel: it }) => ({ default: it })));
const LockPanel = lazy(() => import('./lock-panel.tsx').then(({ LockPanel: it }) => ({ default: it })));
const DeviceHub = lazy(() => import('./device-hub.tsx').then(({ DeviceHub: it }) => ({ default: it })));
const DeviceMedia = lazy(() => import('./device-media.tsx').then(({ DeviceMedia: it }) => ({ default: it })));
const Stays = lazy(() => import('./device-stays.tsx').then(({ Stays: it }) => ({ default: it })));
const DeviceBindings = lazy(() => import('./device-bindings.tsx').then(({ DeviceBindings: it }) => ({ default: it })));

const REFRESH_MS = 10_000;
const SPANS = [
  { label: '近24小时', value: 24 },
  { label: '近7天', value: 168 },
];

function Head({ device, onEdit }: { device: DeviceRow; onEdit: (() => void) | undefined }) {
  const { oldmanId, oldmanName } = device;
  return (
    <header className="d-head">
      <div>
        <h2>
          {device.name ?? `${typeLabel(device.type)} ${device.imei}`}
          {isHeard(device.type) && (
            <>
              <OnlineState device={device} />
              <Battery percent={device.battery} />
              <Signal percent={device.signal} />
            </>
          )}
          {!device.enabled && <EnabledTag enabled={false} />}
        </h2>
        <p>
          <span>{typeLabel(device.type)}</span>
          <span>{device.imei}</span>
          {((isHeard(device.type) && device.type !== 'hub') || oldmanId !== null) && (
            <span>佩戴人：{oldmanId !== null && oldmanName ? <Link to={personAddress(oldmanId)}>{oldmanName}</Link> : '无'}</span>
          )}
          <span>
            房间：
            <Place place={device.roomName} />
          </span>
        </p>
      </div>
      <div className="d-head-buttons">
        <Button onClick={() => go(DEVICES)}>返回列表</Button>
        {onEdit && (
          <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={onEdit}>
            编辑
          </Button>
        )}
      </div>
    </header>
  );
}

function Health({ device }: { device: DeviceRow }) {
  const [hours, setHours] = useState(24);
  const { data, isError, refetch } = useCall(devices.latest, { id: device.id }, { quiet: true, refetchInterval: REFRESH_MS });
  return (
    <section className="d-health" aria-label="健康数据">
      <header>
        <h3>健康数据</h3>
        {data && data.length > 0 && <Segmented options={SPANS} value={hours} onChange={setHours} aria-label="时间范围" />}
      </header>
      {isError && (
        <LoadFailed type="warning" title={data ? '刷新失败，显示的是之前的数据' : '暂时读取不到健康数据'} onAgain={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton active paragraph={{ rows: 6 }} />}
      {data?.length === 0 && (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={device.online === null ? '这台设备还没有上线过，开机并联网后会自动出现数据' : '还没有收到健康数据'}
        />
      )}
      {data && data.length > 0 && (
        <div className="d-metrics">
          {groupsOf(data).map((group) => (
            <MetricCard key={group.label} group={group} imei={device.imei} hours={hours} />
          ))}
        </div>
      )}
    </section>
  );
}

function Facts({ device }: { device: DeviceRow }) {
  return (
    <section className="d-card" aria-label="设备信息">
      <Descriptions
        title="设备信息"
        size="small"
        column={1}
        items={labelledItems(deviceLabels, [
          { key: 'imei', children: device.imei },
          { key: 'typeName', children: device.typeName ?? MISSING },
          { key: 'shortId', children: device.shortId ?? MISSING },
          device.hubId !== null && { key: 'hubName', children: <Link to={deviceAddress(device.hubId)}>{device.hubName}</Link> },
          { key: 'manufacturer', children: device.manufacturer ?? MISSING },
          { key: 'model', children: device.model ?? MISSING },
          { key: 'enabled', children: <EnabledTag enabled={device.enabled} /> },
          isHeard(device.type) && { key: 'lastSeenTime', children: device.lastSeenTime ?? '从未上线' },
          { key: 'createTime', children: device.createTime },
        ])}
      />
    </section>
  );
}

/** Protocols that a device speaks itself: what its codes mean, and who it is, can differ. */
const SPOKEN = ['watch', 'iw', 'gt06', 'jt808', 'ev07b'];

/** Whoever carries it has numbers and a way; what is fixed to a wall has neither. */
const CARRIED = ['watch', 'pendant', 'other'];

/** What is fixed to a wall or a bed is told something only where its type has commands for it. */
function useTold({ id, type, protocol }: DeviceRow): boolean {
  const carried = CARRIED.includes(type);
  const { data } = useCall(deviceCommands.kinds, { id }, { quiet: true, enabled: !carried && isHeard(type) && protocol === 'mqtt' });
  return carried || (data?.length ?? 0) > 0;
}

function Parts({ device }: { device: DeviceRow }) {
  const may = useMay();
  const told = useTold(device);
  const label = device.oldmanName ?? device.name ?? device.imei;
  const wait = <Skeleton active paragraph={{ rows: 6 }} />;
  const items = [
    ...(device.type === 'camera' ? [{ key: 'camera', label: '画面', children: <CameraPanel deviceId={device.id} label={label} /> }] : []),
    ...(device.type === 'lock' ? [{ key: 'lock', label: '门锁', children: <LockPanel deviceId={device.id} label={label} /> }] : []),
    ...(device.type === 'hub' ? [{ key: 'hub', label: '下属设备', children: <DeviceHub hub={device} /> }] : []),
    ...(!isHeard(device.type) || device.type === 'hub' ? [] : [{ key: 'health', label: '健康数据', children: <Health device={device} /> }]),
    ...(CARRIED.includes(device.type)
      ? [{ key: 'track', label: '轨迹', children: <DeviceTrack deviceId={device.id} label={label} /> }]
      : []),
    ...(isHeard(device.type) && device.type !== 'hub'
      ? [{ key: 'stays', label: '去过的位置', children: <Stays deviceId={device.id} /> }]
      : []),
    ...(told
      ? [
          { key: 'commands', label: '指令', children: <DeviceCommands deviceId={device.id} online={device.online === 1} /> },
          { key: 'settings', label: '参数', children: <DeviceSettings deviceId={device.id} /> },
        ]
      : []),
    ...(CARRIED.includes(device.type) ? [{ key: 'contacts', label: '亲情号码', children: <DeviceContacts deviceId={device.id} /> }] : []),
    ...(device.protocol === 'mqtt' ? [{ key: 'credential', label: '接入密码', children: <DeviceCredential deviceId={device.id} /> }] : []),
    ...(device.protocol !== null && SPOKEN.includes(device.protocol)
      ? [{ key: 'access', label: '接入设置', children: <DeviceAccess deviceId={device.id} /> }]
      : []),
    ...(CARRIED.includes(device.type) && (device.protocol ?? 'watch') === 'watch' && may(deviceMedia.page)
      ? [{ key: 'media', label: '语音照片', children: <DeviceMedia deviceId={device.id} /> }]
      : []),
    { key: 'bindings', label: '使用记录', children: <DeviceBindings deviceId={device.id} /> },
  ];
  return (
    <Tabs
      destroyOnHidden
      items={items.map(({ children, ...item }) => ({ ...item, children: <Suspense fallback={wait}>{children}</Suspense> }))}
    />
  );
}

export default function Device() {
  const may = useMay();
  const [params] = useSearchParams();
  const id = Number(params.get('id'));
  const known = Number.isSafeInteger(id) && id > 0;
  const {
    data: device,
    isError,
    error,
    refetch,
  } = useCall(devices.get, { id }, { enabled: known, quiet: true, refetchInterval: REFRESH_MS });
  const [editing, setEditing] = useState(false);
  useTabLabel(device && (device.name ?? device.imei));

  if (!known || (isError && (!device || error.status === 404)))
    return <MissingPage error={error} noun="设备" back={DEVICES} onRetry={() => void refetch()} />;
  if (!device) {
    return (
      <div className="d-card" role="status" aria-label="正在加载">
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    );
  }
  return (
    <div className="d-detail">
      <section className="d-card">
        <Head device={device} onEdit={may(devices.update) ? () => setEditing(true) : undefined} />
      </section>
      {isHeard(device.type) && <DeviceConnections deviceId={device.id} />}
      <div className="d-columns">
        <div className="d-card">
          <Parts device={device} />
        </div>
        <aside className="d-side" aria-label="位置和资料">
          {isHeard(device.type) && device.type !== 'hub' && <DevicePlace device={device} />}
          <Facts device={device} />
        </aside>
      </div>
      {editing && (
        <CrudDrawer noun="设备" routes={devices} id={id} toForm={deviceToForm} toInput={deviceToInput} onClose={() => setEditing(false)}>
          {deviceFields}
        </CrudDrawer>
      )}
    </div>
  );
}
