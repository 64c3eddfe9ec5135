/** How beds are shown and searched, in their page and where one is picked. */
import { Input, Select } from 'antd';
import { bedStateLabels } from '#contract/rooms/beds.rules.ts';
import type { beds } from '#contract/rooms/beds.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { useCall } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { genderText } from '#web/elderly/person-tags.tsx';
import type { Column } from '#web/ui/columns.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { MISSING, yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { placeText } from '#contract/rooms/places.rules.ts';
import { titled } from '#contract/labels.ts';
import { bedLabels } from '#contract/rooms/beds.labels.ts';
import { State } from '#web/ui/state.tsx';

const Filter = labelledFilter(bedLabels);

export type BedRow = RowOf<typeof beds.page>;

export const placeOf = ({ name, ...room }: Pick<BedRow, 'building' | 'floor' | 'roomName' | 'name'>) =>
  placeText({ ...room, bedName: name }) ?? name;

function Lying({ bed: { taken, oldmanId, oldmanName } }: { bed: BedRow }) {
  if (oldmanId !== null) return <PersonLink id={oldmanId} name={oldmanName} />;
  return <span className="y-missing">{taken ? '无权查看' : MISSING}</span>;
}

const missing = <span className="y-missing">{MISSING}</span>;

const places: Column<BedRow>[] = titled(bedLabels, [
  { key: 'building', width: 88, pin: 'left' },
  { key: 'floor', width: 64 },
  { key: 'roomName', width: 72 },
  { key: 'name', width: 72 },
  {
    key: 'status',
    width: 132,
    sort: 'status',
    render: ({ status, cleaningSince }) => (
      <>
        <State of="bed" value={status} />
        {cleaningSince && <State of="cleaning" value={1} />}
      </>
    ),
  },
]);

const prices: Column<BedRow>[] = titled(bedLabels, [
  { key: 'monthFee', width: 104, align: 'right', sort: 'month_fee', render: ({ monthFee }) => yuan(monthFee) },
]);

export const bedColumns: Column<BedRow>[] = titled(bedLabels, [
  ...places,
  { key: 'oldmanName', width: 88, render: (bed) => <Lying bed={bed} /> },
  { key: 'gender', width: 56, render: ({ gender }) => genderText(gender) },
  { key: 'age', width: 56, align: 'right' },
  { key: 'careLevel', width: 104 },
  {
    key: 'oldmanStatus',
    width: 92,
    render: ({ oldmanStatus }) => (oldmanStatus === null ? missing : <State of="person" value={oldmanStatus} />),
  },
  ...prices,
  { key: 'createTime', width: 172, sort: 'create_time', hidden: true },
]);

export const freeBedColumns = [...places, ...prices];

function BuildingSelect(props: { id?: string; value?: string; onChange?: (building: string) => void }) {
  const { data = [] } = useCall(rooms.tree, {}, { staleTime: 60_000, quiet: true });
  return <Select {...props} allowClear placeholder="请选择" options={data.map(({ building }) => ({ value: building, label: building }))} />;
}

const roomFilter = (
  <Filter name="roomName">
    <Input placeholder="如 201" allowClear maxLength={20} />
  </Filter>
);

export const bedFilters = (
  <>
    {roomFilter}
    <Filter name="status">
      <Select allowClear placeholder="请选择" options={choices(bedStateLabels)} />
    </Filter>
    <Filter name="oldmanName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
  </>
);

export const freeBedFilters = (
  <>
    <Filter name="building">
      <BuildingSelect />
    </Filter>
    {roomFilter}
  </>
);
