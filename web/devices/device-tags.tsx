/** Small pieces that say how a device is. */
import { Tag, Tooltip } from 'antd';
import { deviceKindLabels, deviceKinds, type devices } from '#contract/devices/devices.ts';
import { MISSING, type Option } from '#web/ui/display.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import './devices.css';

export type DeviceRow = RowOf<typeof devices.page>;

export const typeLabel = (type: string) => (deviceKindLabels as Record<string, string>)[type] ?? type;
export const typeOptions: Option[] = deviceKinds.map((value) => ({ value, label: deviceKindLabels[value] }));

/** Cameras and locks do not report by themselves. */
export const isHeard = (type: string) => type !== 'camera' && type !== 'lock';

/** As the server counts low batteries. */
const LOW = 20;
const HALF = 50;
const WEAK = 30;

const Missing = () => <span className="y-missing">{MISSING}</span>;

/** 在线 3分钟前, 离线, 从未上线. */
export function OnlineState({ device: { online, lastSeenTime } }: { device: Pick<DeviceRow, 'online' | 'lastSeenTime'> }) {
  if (online === null) return <State of="device" value={null} />;
  return (
    <span className="d-online">
      <State of="device" value={online} />
      <Time value={lastSeenTime} age />
    </span>
  );
}

/** Green, amber from half, red when it needs charging; the number says the same. */
export function Battery({ percent }: { percent: number | null }) {
  if (percent === null) return <Missing />;
  const level = Math.max(0, Math.min(100, percent));
  return (
    <span className="d-battery" data-level={level < LOW ? 'low' : level < HALF ? 'half' : 'good'}>
      <svg viewBox="0 0 26 13" width="26" height="13" aria-hidden="true">
        <rect x="0.5" y="0.5" width="22" height="12" rx="3" fill="none" stroke="currentColor" />
        <rect x="23.5" y="4" width="2" height="5" rx="1" fill="currentColor" />
        <rect x="2.5" y="2.5" width={(level / 100) * 18} height="8" rx="1.5" className="d-battery-fill" />
      </svg>
      {level}%{level < LOW && <span className="y-unseen">电量低</span>}
    </span>
  );
}

/** Four bars by the quarter. */
export function Signal({ percent }: { percent: number | null }) {
  if (percent === null) return <Missing />;
  const bars = Math.max(1, Math.ceil(Math.min(100, percent) / 25));
  return (
    <Tooltip title={percent < WEAK ? '信号弱，定位和报警可能延迟' : null}>
      <span className="d-signal" data-weak={percent < WEAK || undefined}>
        <svg viewBox="0 0 18 13" width="18" height="13" aria-hidden="true">
          {[1, 2, 3, 4].map((bar) => (
            <rect
              key={bar}
              x={(bar - 1) * 4.8}
              y={13 - bar * 3.2}
              width="3.2"
              height={bar * 3.2}
              rx="1"
              data-on={bar <= bars || undefined}
            />
          ))}
        </svg>
        {percent}%
      </span>
    </Tooltip>
  );
}

export const EnabledTag = ({ enabled }: { enabled: boolean }) => (
  <Tag color={enabled ? 'success' : 'default'}>{enabled ? '启用' : '停用'}</Tag>
);
