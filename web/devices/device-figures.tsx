/** How many devices there are, and how many of them need somebody. A figure with a list behind it filters the list. */
import { devices } from '#contract/devices/devices.ts';
import { useCall } from '#web/api/call.ts';
import { MISSING, thousands } from '#web/ui/display.ts';
import { Figures } from '#web/ui/figures.tsx';

interface Props {
  /** The filters in force: `1` online, `0` offline; `true` low battery. */
  online: string | null;
  lowBattery: string | null;
  onFilter: (chosen: Record<string, string>) => void;
}

export function DeviceFigures({ online, lowBattery, onFilter }: Props) {
  const { data, isError } = useCall(devices.summary, {}, { quiet: true, refetchInterval: 30_000 });
  const shown = (value: number | undefined) => (value === undefined ? (isError ? MISSING : '…') : thousands(value));
  return (
    <Figures
      label="设备概况"
      figures={[
        { label: '设备总数', value: shown(data?.total), onClick: () => onFilter({}), pressed: online === null && lowBattery === null },
        { label: '在线', value: shown(data?.online), onClick: () => onFilter({ online: '1' }), pressed: online === '1', tone: 'good' },
        {
          label: '离线',
          value: shown(data?.offline),
          onClick: () => onFilter({ online: '0' }),
          pressed: online === '0',
          tone: data?.offline ? 'warning' : undefined,
        },
        {
          label: '低电量',
          value: shown(data?.lowBattery),
          onClick: () => onFilter({ lowBattery: 'true' }),
          pressed: lowBattery === 'true',
          tone: data?.lowBattery ? 'error' : undefined,
        },
      ]}
    />
  );
}
