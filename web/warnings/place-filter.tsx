/** A building or one of its floors, as the pair of filters `building,floor`. */
import { Select } from 'antd';
import { floorText } from '#contract/rooms/places.rules.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { useCall } from '#web/api/call.ts';

interface Props {
  id?: string;
  value?: readonly [string, string];
  onChange?: (value: readonly [string, string]) => void;
}

const SEPARATOR = '\n';

export function PlaceFilter({ id, value, onChange }: Props) {
  const { data } = useCall(rooms.tree, {}, { quiet: true, staleTime: 60_000 });
  const [building = '', floor = ''] = value ?? [];
  return (
    <Select
      {...(id ? { id } : {})}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="请选择"
      value={building === '' ? undefined : [building, floor].join(SEPARATOR)}
      onChange={(next: string | undefined) => onChange?.((next ?? SEPARATOR).split(SEPARATOR) as [string, string])}
      options={(data ?? []).flatMap((one) => [
        { value: one.building + SEPARATOR, label: `${floorText({ building: one.building, floor: null })}（整栋）` },
        ...one.floors.map((part) => ({
          value: [one.building, part.floor].join(SEPARATOR),
          label: floorText({ building: one.building, floor: part.floor }),
        })),
      ])}
    />
  );
}
