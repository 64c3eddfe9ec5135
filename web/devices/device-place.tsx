/** Where a device was last, and how sure that is. `lng` and `lat` are WGS-84; the map converts. */
import { Tag } from 'antd';
import { since } from '#web/ui/display.ts';
import { PlaceMap } from '#web/ui/map.tsx';
import { useQuarterMinute } from '#web/ui/clock.ts';
import type { DeviceRow } from './device-tags.tsx';
import { DeviceLastSeen } from './last-seen.tsx';

/** Metres that cell towers and Wi-Fi may be wrong by. */
const APPROXIMATE_RADIUS = 500;

export function DevicePlace({ device: { id, lng, lat, approximate, locateTime, oldmanName, name, imei } }: { device: DeviceRow }) {
  const now = useQuarterMinute();
  const label = `${oldmanName ?? name ?? imei}的最近位置`;
  return (
    <section className="d-card" aria-label="最近位置">
      <h3 className="d-place-title">
        最近位置
        {lng !== null && approximate && <Tag color="warning">大致位置</Tag>}
      </h3>
      <div className="d-place-seen">
        <DeviceLastSeen deviceId={id} fallback={null} />
      </div>
      {lng === null || lat === null ? (
        <p className="d-none">还没有收到卫星定位</p>
      ) : (
        <>
          <PlaceMap
            system="wgs84"
            height={260}
            zoom={approximate ? 15 : 17}
            label={label}
            markers={[{ lng, lat, label, ...(approximate ? { radius: APPROXIMATE_RADIUS } : {}) }]}
          />
          <p className="d-place">
            {locateTime ? (
              <>
                定位于 {locateTime}（{since(locateTime, now)}）
              </>
            ) : (
              '定位时间未知'
            )}
            <span>
              {lng.toFixed(5)}, {lat.toFixed(5)}（WGS-84）
            </span>
          </p>
          {approximate && <p className="d-place-note">由基站或Wi-Fi推算，不是卫星定位，实际位置可能相差数百米。</p>}
        </>
      )}
    </section>
  );
}
