/** /device/map 设备地图: where everybody is who wears something, alarms first. */
import { Empty, Segmented, Skeleton, Tag } from 'antd';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { tracks } from '#contract/devices/tracks.ts';
import type { Output } from '#contract/http.ts';
import { useCall } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { since } from '#web/ui/display.ts';
import type { MapDot } from '#web/ui/map-canvas.ts';
import { useTiles } from '#web/ui/map-settings.ts';
import { PlaceMap } from '#web/ui/map.tsx';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { deviceAddress } from '#web/shell/addresses.ts';
import { State } from '#web/ui/state.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Battery, typeLabel } from './device-tags.tsx';
import './devices.css';
import './device-map.css';

type Placed = Output<typeof tracks.map>['devices'][number];
/** What is only known to be near a place of the house has no coordinates. */
type Listed = Output<typeof tracks.map>['indoors'][number];
type Show = 'all' | 'alarm' | 'online' | 'offline';

const REFRESH_MS = 15_000;

const toneOf = ({ severity, online }: Listed) => (severity !== null ? 'alarm' : online ? 'online' : 'offline');
const nameOf = ({ oldmanName, name, imei }: Listed) => oldmanName ?? name ?? imei;
const wanted: Record<Show, (device: Listed) => boolean> = {
  all: () => true,
  alarm: ({ severity }) => severity !== null,
  online: ({ online }) => online,
  offline: ({ online }) => !online,
};

/** Those in one house, some ten metres, are one point with their number, in the colour of the worst. */
function housesOf(devices: readonly Placed[]): Placed[][] {
  const houses = Map.groupBy(devices, ({ lng, lat }) => `${lng.toFixed(4)} ${lat.toFixed(4)}`);
  return [...houses.values()];
}

const ORDER = ['alarm', 'offline', 'online'] as const;
const IN_WORDS = { alarm: '有预警', online: '在线', offline: '离线' } as const;

const dotsOf = (houses: readonly Placed[][]): MapDot[] =>
  houses.map((house, id) => {
    const [first] = house as [Placed];
    const tones = new Set(house.map(toneOf));
    const tone = tones.has('alarm') ? 'alarm' : house.length > 1 ? 'online' : toneOf(first);
    const counted = ORDER.flatMap((one) =>
      tones.has(one) ? `${house.filter((device) => toneOf(device) === one).length}台${IN_WORDS[one]}` : [],
    );
    return {
      id,
      lng: first.lng,
      lat: first.lat,
      text: house.length > 1 ? String(house.length) : nameOf(first).slice(0, 1),
      label:
        house.length > 1
          ? `此处${counted.join('，')}`
          : `${nameOf(first)}，${typeLabel(first.type)}，${IN_WORDS[toneOf(first)]}，定位于${first.locateTime}`,
      tone,
    };
  });

function Row({ device, now }: { device: Listed; now: number }) {
  return (
    <li>
      <button type="button" data-tone={toneOf(device)} onClick={() => go(deviceAddress(device.id))}>
        <b>{nameOf(device)}</b>
        {device.severity !== null && <Tag color="error">预警</Tag>}
        {!device.online && <State of="device" value={0} />}
        {device.approximate && !device.near && <Tag color="warning">大致位置</Tag>}
        <span>
          {typeLabel(device.type)} · {device.near ? `${device.near} · ${since(device.nearTime, now)}` : since(device.locateTime, now)}
          <Battery percent={device.battery} />
        </span>
      </button>
    </li>
  );
}

/** `indoors`: the house as a plan, which stands above this room; with it the map and the house are chosen from. */
export function DeviceMap({ indoors }: { indoors: ReactNode }) {
  const tiles = useTiles();
  const [where, setWhere] = useState<'map' | 'indoors' | null>(indoors ? null : 'map');
  const now = useQuarterMinute();
  const { data, isError, refetch } = useCall(tracks.map, {}, { quiet: true, refetchInterval: REFRESH_MS });
  const [show, setShow] = useState<Show>('all');
  const [words, setWords] = useState('');
  /** Ids of those in one house, when only they are listed. */
  const [house, setHouse] = useState<ReadonlySet<number> | null>(null);
  const sought = useDeferredValue(words.trim());
  const all = [...(data?.devices ?? []), ...(data?.indoors ?? [])].toSorted((a, b) => (a.severity ?? 9) - (b.severity ?? 9));
  // Chosen once, when it is known what there is to see: without tiles the map shows little of those who are in the house.
  if (where === null && tiles !== undefined && (data || isError))
    setWhere(tiles === null && all.some(({ near }) => near !== null) ? 'indoors' : 'map');
  const count = (of: Show) => all.filter(wanted[of]).length;
  const found = (device: Listed) => wanted[show](device) && (sought === '' || `${nameOf(device)} ${device.imei}`.includes(sought));
  const devices = all.filter(found);
  const houses = housesOf((data?.devices ?? []).filter(found));
  const listed = house ? devices.filter(({ id }) => house.has(id)) : devices;
  const open = (at: number) => {
    const there = houses[at] ?? [];
    if (there.length === 1 && there[0]) go(deviceAddress(there[0].id));
    else setHouse(new Set(there.map(({ id }) => id)));
  };
  const tabs = [
    { value: 'all' as const, label: `全部 ${all.length}` },
    { value: 'alarm' as const, label: `预警 ${count('alarm')}` },
    { value: 'online' as const, label: `在线 ${count('online')}` },
    { value: 'offline' as const, label: `离线 ${count('offline')}` },
  ];
  return (
    <div className="d-map-page">
      <aside className="d-map-list" aria-label="设备">
        <SearchInput placeholder="姓名或设备编号" label="查找设备" maxLength={32} value={words} onChange={setWords} />
        <Segmented block size="small" options={tabs} value={show} onChange={setShow} aria-label="显示" />
        {house && (
          <Tag closable onClose={() => setHouse(null)} closeIcon aria-label="只看一处">
            只看此处 {listed.length} 台
          </Tag>
        )}
        {isError && (
          <LoadFailed
            type="warning"
            title={data ? '刷新失败，显示的是之前的位置' : '暂时读取不到设备位置'}
            onAgain={() => void refetch()}
          />
        )}
        {!data && !isError && <Skeleton active />}
        {data && devices.length === 0 && (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={all.length === 0 ? '还没有设备上报过位置' : '没有符合的设备'} />
        )}
        <ul>
          {listed.map((device) => (
            <Row key={device.id} device={device} now={now} />
          ))}
        </ul>
        {data && (data.without > 0 || data.more) && (
          <p className="d-note">
            {data.more && '只显示最近定位的2000台设备。'}
            {data.without > 0 && `另有 ${data.without} 台设备没有位置。`}
          </p>
        )}
      </aside>
      <div className="d-map-side">
        {indoors && (
          <Segmented
            aria-label="位置"
            value={where ?? 'map'}
            onChange={setWhere}
            options={[
              { value: 'map' as const, label: '室外地图' },
              { value: 'indoors' as const, label: '室内' },
            ]}
          />
        )}
        {where === null ? (
          <Skeleton active paragraph={{ rows: 10 }} />
        ) : where === 'indoors' && indoors ? (
          <div className="d-map-house">{indoors}</div>
        ) : (
          <PlaceMap
            system="gcj02"
            markers={[]}
            zoom={13}
            height="100%"
            label="设备地图"
            trace={{ dots: dotsOf(houses), lines: [], key: `${show} ${sought} ${data ? 'there' : ''}`, onOpen: open }}
          />
        )}
      </div>
    </div>
  );
}
