/** 去过的位置: where a device, or a person with their devices, was near, the newest first. */
import { Input, Tag } from 'antd';
import { Link } from 'react-router';
import { lastSeen } from '#contract/devices/last-seen.ts';
import { placeSourceLabels } from '#contract/devices/last-seen.rules.ts';
import { titled } from '#contract/labels.ts';
import { deviceStayLabels } from '#contract/devices/last-seen.labels.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { deviceAddress } from '#web/shell/addresses.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { MISSING, toMillis } from '#web/ui/display.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import './last-seen.css';

const Filter = labelledFilter(deviceStayLabels);

type Stay = RowOf<typeof lastSeen.stays>;

/** What was heard once lasted no time that is known. */
function lasting({ startTime, endTime }: Stay): string {
  const minutes = Math.round((toMillis(endTime) - toMillis(startTime)) / 60_000);
  if (minutes === 0) return MISSING;
  return minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分`;
}

/** The place, whose it was or by what it is known, and when. */
const columnsWith = (other: Column<Stay>): Column<Stay>[] =>
  titled(deviceStayLabels, [
    { key: 'text', width: 170, pin: 'left' },
    other,
    { key: 'startTime', width: 172 },
    { key: 'endTime', width: 172 },
    { key: 'lasting', title: '停留', width: 120, render: lasting },
    { key: 'source', width: 110, render: ({ source }) => <Tag>{placeSourceLabels[source]}</Tag> },
  ]);
const ofDevice = columnsWith({
  key: 'oldmanName',
  title: '当时佩戴人',
  width: 110,
  render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="device" />,
});
const ofPerson = columnsWith({
  key: 'imei',
  title: '设备',
  width: 180,
  render: ({ deviceId, deviceName, imei }) => <Link to={deviceAddress(deviceId)}>{deviceName ?? imei}</Link>,
});

const filters = (
  <>
    <Filter name={['startTime', 'endTime']} label="时间">
      <DateRange />
    </Filter>
    <Filter name="text">
      <Input placeholder="楼栋、楼层或房间" allowClear maxLength={40} />
    </Filter>
  </>
);

/** Of a device or of a person, one of the two. */
export function Stays({ deviceId, oldmanId }: { deviceId?: number; oldmanId?: number }) {
  return (
    <section className="d-stays" aria-label="去过的位置">
      <p className="d-note">按设备听到的Wi-Fi、蓝牙信标和卫星定位记录，换一处记一行；室外走过的路线请看设备的“轨迹”。</p>
      <DataTable
        name={deviceId === undefined ? 'person-stays' : 'device-stays'}
        noun="位置记录"
        route={lastSeen.stays}
        columns={deviceId === undefined ? ofPerson : ofDevice}
        filters={filters}
        fixed={deviceId === undefined ? { oldmanId } : { deviceId }}
        state="own"
        height="content"
      />
    </section>
  );
}
