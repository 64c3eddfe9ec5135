/** Building and floor of the people on a phone, chosen with the phone's own list: it is larger than ours. */
import { partsOf } from './round-people.ts';

interface PartProps {
  label: string;
  value: string | null;
  names: readonly string[];
  onChange: (name: string | null) => void;
}

function Part({ label, value, names, onChange }: PartProps) {
  return (
    <select aria-label={label} value={value ?? ''} onChange={(event) => onChange(event.target.value || null)}>
      <option value="">全部{label}</option>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}

interface Props {
  people: readonly { building: string | null; floor: string | null }[];
  building: string | null;
  floor: string | null;
  onChange: (part: { building?: string | null; floor: string | null }) => void;
}

/** Nothing where no one lives in a building. */
export function PartSelects({ people, building, floor, onChange }: Props) {
  const { buildings, floors } = partsOf(people, building);
  if (buildings.length === 0) return null;
  return (
    <>
      <Part label="楼栋" value={building} names={buildings} onChange={(name) => onChange({ building: name, floor: null })} />
      <Part label="楼层" value={floor} names={floors} onChange={(name) => onChange({ floor: name })} />
    </>
  );
}
