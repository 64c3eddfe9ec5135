/** What a person wears, each with its newest values. */
import { Empty, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { devices } from '#contract/devices/devices.ts';
import { useCall } from '#web/api/call.ts';
import { deviceAddress } from '#web/shell/addresses.ts';
import { Battery, OnlineState, Signal, typeLabel } from '#web/devices/device-tags.tsx';
import { LatestValues } from '#web/devices/latest-values.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import './person.css';

const SIZE = 10;
/** The newest values are read again this often while they are looked at. */
const REFRESH_MS = 10_000;

export function PersonDevices({ personId }: { personId: number }) {
  const [current, setCurrent] = useState(1);
  const { data, isError, error, refetch } = useCall(
    devices.page,
    { oldmanId: personId, current, size: SIZE },
    { quiet: true, refetchInterval: REFRESH_MS },
  );
  if (isError && !data) {
    return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  }
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />;
  if (data.total === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有佩戴设备，可在设备管理中指定佩戴人" />;
  return (
    <>
      <ul className="p-devices">
        {data.records.map((device) => (
          <li key={device.id}>
            <header>
              <Link to={deviceAddress(device.id)}>{device.name ?? device.imei}</Link>
              <span>{typeLabel(device.type)}</span>
              <span>{device.imei}</span>
              <OnlineState device={device} />
              <Battery percent={device.battery} />
              <Signal percent={device.signal} />
            </header>
            <LatestValues deviceId={device.id} />
          </li>
        ))}
      </ul>
      <Pagination size="small" align="end" current={current} pageSize={SIZE} total={data.total} hideOnSinglePage onChange={setCurrent} />
    </>
  );
}
