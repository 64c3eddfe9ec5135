/** 最近出现: where a person or a device was last, with its source, age and accuracy. For the device, the person, and an alarm then and now. */
import { AimOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { lastSeen, type LastSeen } from '#contract/devices/last-seen.ts';
import { placeSourceLabels } from '#contract/devices/last-seen.rules.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { seenAge } from './seen-age.ts';
import './last-seen.css';

const REFRESH_MS = 30_000;

/** One line: `1号楼 3层 302附近 · 2分钟前 · 约10米`. What is old says so. */
export function SeenLine({ seen, label, brief }: { seen: LastSeen | null | undefined; label?: string; brief?: boolean }) {
  const now = useQuarterMinute();
  if (!seen) return null;
  const { age, gone } = seenAge(seen.time, now);
  return (
    <p
      className="d-seen"
      data-brief={brief || undefined}
      data-stale={gone !== null || undefined}
      data-room={seen.level === 'room' || undefined}
    >
      <AimOutlined aria-hidden />
      {label && <span className={brief ? 'y-unseen' : undefined}>{label}</span>}
      <b>{seen.text}</b>
      <span>
        <time dateTime={seen.time.replace(' ', 'T')} title={seen.time}>
          {age}
        </time>
        {seen.accuracy && ` · ${seen.accuracy}`}
      </span>
      <Tag color={gone ? 'default' : seen.level === 'room' ? 'success' : 'processing'}>{placeSourceLabels[seen.source]}</Tag>
      {gone && <span className="d-seen-old">{gone}</span>}
    </p>
  );
}

const UNKNOWN = <p className="d-seen-none">位置未知：设备还没有上报过卫星、信标或Wi-Fi</p>;

/** Of a device, with `fallback` where nothing is known. */
export function DeviceLastSeen({ deviceId, fallback = UNKNOWN }: { deviceId: number; fallback?: ReactNode }) {
  const { data } = useCall(lastSeen.device, { id: deviceId }, { quiet: true, refetchInterval: REFRESH_MS });
  return data === null ? fallback : <SeenLine seen={data} />;
}

/** Of a person, by what they wear; nothing for a person without a device. */
export function PersonLastSeen({ personId }: { personId: number }) {
  const { data } = useCall(lastSeen.person, { id: personId }, { quiet: true, refetchInterval: REFRESH_MS });
  return <SeenLine seen={data} label="最近出现" />;
}

/** Of an alarm: at the alarm, and now when that is another place. `brief` is one line for a card. */
export function WarningLastSeen({ warningId, brief = false }: { warningId: number; brief?: boolean }) {
  const may = useMay()(lastSeen.warning);
  const { data } = useCall(lastSeen.warning, { id: warningId }, { quiet: true, enabled: may, refetchInterval: REFRESH_MS });
  if (!data?.atAlarm && !data?.now) return null;
  const { atAlarm, now } = data;
  if (brief) return <SeenLine seen={now ?? atAlarm} label="最近出现" brief />;
  const moved = atAlarm && now && (atAlarm.text !== now.text || atAlarm.source !== now.source);
  return (
    <div className="d-seen-both">
      <SeenLine seen={atAlarm} label="报警时" />
      {(moved || !atAlarm) && <SeenLine seen={now} label="最近出现" />}
    </div>
  );
}
