/** How many devices there are, and how many of them need somebody. A figure with a list behind it filters the list. */
import { devices } from '#contract/devices/devices.ts';
import { useCall } from '#web/api/call.ts';
import { MISSING, thousands } from '#web/ui/display.ts';

interface Props {
  /** The filter in force: `1` online, `0` offline. */
  online: string | null;
  onFilter: (online: string | null) => void;
}

export function DeviceFigures({ online, onFilter }: Props) {
  const { data, isError } = useCall(devices.summary, {}, { quiet: true, refetchInterval: 30_000 });
  const shown = (value: number | undefined) => (value === undefined ? (isError ? MISSING : '…') : thousands(value));
  const figures = [
    { label: '设备总数', value: data?.total, filter: null, tone: undefined },
    { label: '在线', value: data?.online, filter: '1', tone: 'good' },
    { label: '离线', value: data?.offline, filter: '0', tone: data?.offline ? 'warning' : undefined },
  ];
  return (
    <div className="d-figures" role="group" aria-label="设备概况">
      {figures.map(({ label, value, filter, tone }) => (
        <button key={label} type="button" data-tone={tone} aria-pressed={online === filter} onClick={() => onFilter(filter)}>
          <span>{label}</span>
          <b>{shown(value)}</b>
        </button>
      ))}
      <div data-tone={data?.lowBattery ? 'error' : undefined}>
        <span>低电量</span>
        <b>{shown(data?.lowBattery)}</b>
      </div>
    </div>
  );
}
