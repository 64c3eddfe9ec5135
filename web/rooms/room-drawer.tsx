/** The form of a room. Buildings and floors are named as they are typed; those that are there are offered. */
import { AutoComplete, Form, Input, InputNumber } from 'antd';
import { MOST_BEDS } from '#contract/rooms/beds.rules.ts';
import { beds } from '#contract/rooms/beds.ts';
import { rooms, type Building } from '#contract/rooms/rooms.ts';
import { roomLabels } from '#contract/rooms/rooms.labels.ts';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import type { Place } from './room-tree.tsx';

const Field = labelledField(roomLabels);

const options = (names: Iterable<string>) => [...new Set(names)].map((value) => ({ value }));

function Fields({ buildings, isNew }: { buildings: readonly Building[]; isNew: boolean }) {
  const building = Form.useWatch<string | undefined>('building');
  const floors = buildings.filter((one) => !building || one.building === building).flatMap((one) => one.floors.map(({ floor }) => floor));
  return (
    <>
      <Field name="building">
        <AutoComplete options={options(buildings.map((one) => one.building))} placeholder="如 一号楼" maxLength={20} allowClear />
      </Field>
      <Field name="floor">
        <AutoComplete options={options(floors)} placeholder="如 2层" maxLength={20} allowClear />
      </Field>
      <Field name="name">
        <Input placeholder="如 201" maxLength={20} />
      </Field>
      <Field name="sort" extra="同一楼层内数字小的排在前面">
        <InputNumber<number> min={0} max={9999} precision={0} />
      </Field>
      <Field name="monthFee" extra={isNew ? '每张床位一个月的价格' : '填写后，房间内所有床位都改为此价'}>
        <MoneyInput step={100} per="月" placeholder="未定价" />
      </Field>
      {isNew && (
        <Field name="beds" extra="按1床、2床依次建立，以后可以增减">
          <InputNumber<number> min={0} max={MOST_BEDS} precision={0} suffix="张" />
        </Field>
      )}
    </>
  );
}

// What is shown of a room is its beds: that list is read again.
const routes = { page: beds.page, create: rooms.create, get: rooms.get, update: rooms.update, remove: rooms.remove };

interface Props {
  /** Null adds one, to `place`. */
  id: number | null;
  place: Place;
  buildings: readonly Building[];
  onSaved: (input: Record<string, unknown>) => void;
  onClose: () => void;
}

export function RoomDrawer({ id, place: { building, floor }, buildings, onSaved, onClose }: Props) {
  return (
    <CrudDrawer
      noun="房间"
      routes={routes}
      id={id}
      initial={{ sort: 0, beds: 2, ...(building ? { building } : {}), ...(floor ? { floor } : {}) }}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Fields buildings={buildings} isNew={id === null} />
    </CrudDrawer>
  );
}
