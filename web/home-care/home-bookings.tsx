/** /homebook 居家预约: as a list or by week; with `?id=` one of them, with `?add=1` the form. */
import { CalendarOutlined, SettingOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Button, Input, Segmented, Select } from 'antd';
import { Suspense, useState } from 'react';
import { bookingSourceLabels, bookingStateLabels } from '#contract/home-care/home-booking-commands.rules.ts';
import { homeBookingLabels } from '#contract/home-care/home-bookings.labels.ts';
import { homeBookings } from '#contract/home-care/home-bookings.ts';
import { homeSettings } from '#contract/home-care/home-settings.ts';
import { titled } from '#contract/labels.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useAskedId } from '#web/ui/asked-id.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { AreaSelect } from './area-select.tsx';
import { Wish } from './wish.tsx';
import './home-care.css';

const BookingDrawer = lazyPart(() => import('./booking-drawer.tsx'));
const BookingForm = lazyPart(() => import('./booking-form.tsx'));
const BookingWeek = lazyPart(() => import('./booking-week.tsx'));
const Settings = lazyPart(() => import('./settings.tsx'));

type Row = RowOf<typeof homeBookings.page>;
const Filter = labelledFilter(homeBookingLabels);

const columns: Column<Row>[] = titled(homeBookingLabels, [
  { key: 'oldmanName', width: 96, pin: 'left', render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} /> },
  { key: 'state', width: 92, render: ({ state }) => <State of="homeBooking" value={state} /> },
  { key: 'day', title: '期望时间', width: 150, sort: 'day', render: (row) => <Wish booking={row} /> },
  { key: 'projects', width: 180, render: ({ projects }) => projects.map(({ name }) => name).join('、') },
  { key: 'serverTime', width: 172, render: ({ serverTime }) => <Time value={serverTime} /> },
  { key: 'serverUserName', width: 96 },
  { key: 'areaName', width: 120, render: ({ areaName }) => areaName ?? '区域外' },
  { key: 'address', width: 240, minor: 1 },
  { key: 'contactName', width: 92, minor: 1 },
  { key: 'phone', width: 124, minor: 1 },
  { key: 'price', width: 92, minor: 1, align: 'right', render: ({ price }) => yuan(price) },
  { key: 'source', width: 92, minor: 2, render: ({ source }) => bookingSourceLabels[source] },
  { key: 'code', width: 88, minor: 2 },
  { key: 'workNo', width: 160, minor: 2 },
  { key: 'note', width: 180, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="keyword" label="关键字">
      <Input placeholder="姓名、手机号（后四位）或预约码" allowClear maxLength={20} />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(bookingStateLabels)} />
    </Filter>
    <Filter name="areaId">
      <AreaSelect />
    </Filter>
    <Filter name="source">
      <Select allowClear placeholder="全部" options={choices(bookingSourceLabels)} />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
  </>
);

const VIEWS = [
  { value: 'list', label: '列表', icon: <UnorderedListOutlined aria-hidden /> },
  { value: 'week', label: '周历', icon: <CalendarOutlined aria-hidden /> },
];

export default function HomeBookings() {
  const may = useMay();
  const [shown, show] = useAskedId('id');
  const [adding, setAdding] = useState(false);
  const [setting, setSetting] = useState(false);
  const [view, setView] = useState('list');
  const mayAdd = may(homeBookings.create);
  useAskedAdd(() => mayAdd && setAdding(true));
  const extra = (
    <>
      <Segmented options={VIEWS} value={view} onChange={setView} aria-label="显示方式" />
      {may(homeSettings.update) && (
        <Button icon={<SettingOutlined aria-hidden />} onClick={() => setSetting(true)}>
          预约设置
        </Button>
      )}
    </>
  );
  return (
    <>
      {view === 'week' ? (
        <Suspense fallback={null}>
          <BookingWeek extra={extra} onOpen={show} onAdd={mayAdd ? () => setAdding(true) : undefined} />
        </Suspense>
      ) : (
        <DataTable
          name="home-bookings"
          noun="居家预约"
          route={homeBookings.page}
          columns={columns}
          filters={filters}
          {...(may(homeBookings.export) ? { exportRoute: homeBookings.export } : {})}
          addLabel="新增预约"
          onAdd={mayAdd ? () => setAdding(true) : undefined}
          extra={extra}
          onRowDoubleClick={({ id }) => show(id)}
          actions={({ id, state }) => [{ label: state === 1 && may(homeBookings.confirm) ? '确认' : '查看', onClick: () => show(id) }]}
        />
      )}
      <Suspense fallback={null}>
        {shown !== null && <BookingDrawer key={shown} id={shown} onClose={() => show(null)} />}
        {adding && (
          <BookingForm
            onClose={(id) => {
              setAdding(false);
              if (id !== null) show(id);
            }}
          />
        )}
        {setting && <Settings onClose={() => setSetting(false)} />}
      </Suspense>
    </>
  );
}
