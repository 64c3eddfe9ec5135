/** Where in the house a round goes: building, and a floor within it. */
import { Form, Select } from 'antd';
import { rooms } from '#contract/rooms/rooms.ts';
import { useCall } from '#web/api/call.ts';
import './rounds.css';

interface Field {
  id?: string;
  value?: string | null | undefined;
  onChange?: (value: string | undefined) => void;
}

const useHouse = () => useCall(rooms.tree, {}, { quiet: true }).data ?? [];
const options = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

/** A building of the institution. */
export function BuildingSelect({ value, ...field }: Field) {
  const house = useHouse();
  return (
    <Select
      allowClear
      placeholder="全部楼栋"
      aria-label="楼栋"
      value={value || null}
      options={options(house.map(({ building }) => building))}
      {...field}
    />
  );
}

/** A floor of a building; without one, of any. */
function FloorSelect({ value, building, ...field }: Field & { building?: string | undefined }) {
  const house = useHouse();
  const floors = house.filter((one) => !building || one.building === building).flatMap((one) => one.floors.map(({ floor }) => floor));
  return (
    <Select allowClear placeholder="全部楼层" aria-label="楼层" value={value || null} options={options([...new Set(floors)])} {...field} />
  );
}

/** A floor of the building that the form's field `building` has. */
export const FloorField = (field: Field) => <FloorSelect {...field} building={Form.useWatch<string | undefined>('building')} />;

export interface HousePart {
  building: string | undefined;
  floor: string | undefined;
}

/** Both outside of a form; nothing where the institution has no rooms. Another building has other floors. */
export function HouseFilter({ building, floor, onChange }: HousePart & { onChange: (part: HousePart) => void }) {
  const house = useHouse();
  if (house.length === 0) return null;
  return (
    <span className="h-house">
      <BuildingSelect value={building} onChange={(chosen) => onChange({ building: chosen, floor: undefined })} />
      <FloorSelect value={floor} building={building} onChange={(chosen) => onChange({ building, floor: chosen })} />
    </span>
  );
}
