/** How many devices there are, and how many of them need somebody. A figure with a list behind it filters the list. */
import { devices } from '#contract/devices/devices.ts';
import { useCall } from '#web/api/call.ts';
import { MISSING, thousands } from '#web/ui/display.ts';

interface Props {
  /** The filters in force: `1` online, `0` offline; `true` low battery. */
  online: string | null;
  lowBattery: string | null;
  onFilter: (chosen: Record<string, string>) => void;
}

export function DeviceFigures({ online, lowBattery, onFilter }: Props) {
  const { data, isError } = useCall(devices.summary, {}, { quiet: true, refetchInterval: 30_000 });
  const shown = (value: number | undefined) => (value === undefined ? (isError ? MISSING : '…') : thousands(value));
  const figures = [
    { label: '设备总数', value: data?.total, filter: {}, on: online === null && lowBattery === null, tone: undefined },
    { label: '在线', value: data?.online, filter: { online: '1' }, on: online === '1', tone: 'good' },
    { label: '离线', value: data?.offline, filter: { online: '0' }, on: online === '0', tone: data?.offline ? 'warning' : undefined },
    {
      label: '低电量',
      value: data?.lowBattery,
      filter: { lowBattery: 'true' },
      on: lowBattery === 'true',
      tone: data?.lowBattery ? 'error' : undefined,
    },
  ] as { label: string; value: number | undefined; filter: Record<string, string>; on: boolean; tone: string | undefined }[];
  return (
    <div className="d-figures" role="group" aria-label="设备概况">
      {figures.map(({ label, value, filter, on, tone }) => (
        <button key={label} type="button" data-tone={tone} aria-pressed={on} onClick={() => onFilter(filter)}>
          <span>{label}</span>
          <b>{shown(value)}</b>
        </button>
      ))}
    </div>
  );
}
