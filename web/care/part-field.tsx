/** One part of the body: pressed on the figure, or chosen from the list. */
import { Select } from 'antd';
import { bodyParts, partLabel, sideLabels, type BodySide } from '#contract/body-parts.rules.ts';
import { BodyMap } from '#web/ui/body-map.tsx';

interface Props {
  id?: string;
  value?: string;
  onChange?: (part: string) => void;
}

const options = (Object.keys(sideLabels) as BodySide[]).map((side) => ({
  label: sideLabels[side],
  options: bodyParts.filter((part) => part.side === side).map(({ key, label }) => ({ value: key, label })),
}));

export function PartField({ id, value, onChange }: Props) {
  return (
    <div className="ca-part-field">
      <Select
        {...(id === undefined ? {} : { id })}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="点选图上的部位，或输入名称查找"
        options={options}
        value={value ?? null}
        onChange={(part: string) => onChange?.(part)}
      />
      <BodyMap
        marks={value === undefined ? [] : [{ part: value, text: partLabel(value) }]}
        none="未选择"
        onPick={(part) => onChange?.(part)}
      />
    </div>
  );
}
