/** Chooses a device that says what it hears; those that did so lately come first. */
import { Alert, Select } from 'antd';
import { indoorPlaces } from '#contract/devices/indoor-places.ts';
import type { Output } from '#contract/http.ts';
import { useCall } from '#web/api/call.ts';
import { since } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { typeLabel } from './device-tags.tsx';

type Device = Output<typeof indoorPlaces.devices>[number];

const REFRESH_MS = 10_000;

const nameOf = ({ name, oldmanName, type, imei }: Device) =>
  `${name ?? (oldmanName ? `${oldmanName}的${typeLabel(type)}` : typeLabel(type))} ${imei.slice(-6)}`;

export function IndoorDevice({
  value,
  onChange,
  disabled = false,
}: {
  value: number | null;
  onChange: (id: number) => void;
  disabled?: boolean;
}) {
  const now = useQuarterMinute();
  const { data } = useCall(indoorPlaces.devices, {}, { quiet: true, refetchInterval: REFRESH_MS });
  const options = (data ?? []).map((device) => ({
    value: device.id,
    label: nameOf(device),
    note: !device.online
      ? '离线'
      : device.heardTime
        ? `${since(device.heardTime, now)}听到${device.accessPoints}个信号`
        : '在线，还没有上报过信号',
    disabled: !device.online,
  }));
  return (
    <>
      <Select
        className="d-indoor-device"
        aria-label="采集设备"
        placeholder="选择拿在手里的手表或挂件"
        value={value}
        onChange={onChange}
        disabled={disabled}
        loading={!data}
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
        optionRender={({ data: option }) => (
          <span className="d-indoor-option">
            {option.label}
            <small>{option.note}</small>
          </span>
        )}
      />
      {data?.length === 0 && <Alert type="info" showIcon title="还没有上线过的手表或挂件，请先在“设备管理”中登记并开机" />}
    </>
  );
}
