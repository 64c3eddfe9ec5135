/** The newest value of every metric of a device, in one row. */
import { Skeleton } from 'antd';
import { devices } from '#contract/devices/devices.ts';
import { useCall } from '#web/api/call.ts';
import { since } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { groupsOf } from './metric-groups.ts';
import './devices.css';

const REFRESH_MS = 10_000;

export function LatestValues({ deviceId }: { deviceId: number }) {
  const now = useQuarterMinute();
  const { data, isError } = useCall(devices.latest, { id: deviceId }, { quiet: true, refetchInterval: REFRESH_MS });
  if (isError && !data) return <p className="d-none">暂时读取不到最新数据</p>;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  if (data.length === 0) return <p className="d-none">还没有收到健康数据</p>;
  return (
    <dl className="d-latest">
      {groupsOf(data).map(({ label, value, unit, time }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b>{value}</b> {unit}
            <time dateTime={time.replace(' ', 'T')} title={time}>
              {since(time, now)}
            </time>
          </dd>
        </div>
      ))}
    </dl>
  );
}
