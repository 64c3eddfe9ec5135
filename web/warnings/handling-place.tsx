/** Where: the words, and a map when the warning carries a position. */
import { Tag } from 'antd';
import { lazy, Suspense } from 'react';
import { house } from '#contract/rooms/house.ts';
import { inMapOrder, MISSING } from '#web/ui/display.ts';
import { PlaceMap } from '#web/ui/map.tsx';
import { WarningLastSeen } from '#web/devices/last-seen.tsx';
import { useMay } from '#web/ui/may.ts';
import { Place } from '#web/ui/place.tsx';
import type { WarningRow } from './use-open-warnings.ts';

const HouseSpot = lazy(() => import('#web/rooms/house-spot.tsx'));

/** Wire `type` of a warning from a place without coordinates. */
const NO_PLACE = 1;
/** Metres that cell towers and Wi-Fi may be wrong by. */
const APPROXIMATE_RADIUS = 500;

type Spot = readonly [lng: number, lat: number];

function placeOf(text: string | null): Spot | null {
  const [first, second] = (text ?? '').split(',').map(Number);
  return first !== undefined && second !== undefined && Number.isFinite(first) && Number.isFinite(second)
    ? inMapOrder(first, second)
    : null;
}

const inWords = ([lng, lat]: Spot) => `东经 ${lng.toFixed(5)}°，北纬 ${lat.toFixed(5)}°`;
const mapAddress = ([lng, lat]: Spot) => `https://uri.amap.com/marker?position=${lng.toFixed(6)},${lat.toFixed(6)}&coordinate=gaode`;

export function HandlingPlace({ row }: { row: WarningRow }) {
  const mayHouse = useMay()(house.some);
  const place = placeOf(row.location);
  const last = placeOf(row.lastLocation);
  const moved = place && last && (Math.abs(place[0] - last[0]) > 0.0003 || Math.abs(place[1] - last[1]) > 0.0003) ? last : null;
  return (
    <section className="w-block" aria-label="预警位置">
      <h3>
        预警位置
        {place && row.approximate && <Tag color="warning">大致位置</Tag>}
        {place && (
          <a href={mapAddress(place)} target="_blank" rel="noopener noreferrer">
            在高德地图中打开
          </a>
        )}
      </h3>
      <div className="w-place-seen">
        <WarningLastSeen warningId={row.id} />
      </div>
      <p className="w-place">
        {row.lastAddress ??
          (place ? (
            inWords(place)
          ) : row.roomName ? (
            <>
              按房间查找：
              <Place place={row.roomName} />
            </>
          ) : (
            MISSING
          ))}
      </p>
      {place && row.approximate && <p className="w-faint">不是卫星定位，实际位置可能相差数百米，请结合房间与电话确认。</p>}
      {row.roomId !== null && mayHouse && (
        <div className="w-place-house">
          <Suspense fallback={null}>
            <HouseSpot roomId={row.roomId} />
          </Suspense>
        </div>
      )}
      {row.type !== NO_PLACE && place && (
        <PlaceMap
          system="gcj02"
          height={240}
          zoom={row.approximate ? 15 : 17}
          label={`${row.name}的预警位置`}
          markers={[
            {
              lng: place[0],
              lat: place[1],
              label: `${row.name}：预警位置`,
              tone: 'danger',
              ...(row.approximate ? { radius: APPROXIMATE_RADIUS } : {}),
            },
            ...(moved ? [{ lng: moved[0], lat: moved[1], label: `${row.name}：最近一次定位` }] : []),
          ]}
        />
      )}
      {moved && <p className="w-faint">红色为预警时的位置，另一个为设备最近一次定位。</p>}
    </section>
  );
}
