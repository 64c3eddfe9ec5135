/** The state of an order, a warning, a device, a person, a bed, an observation: one word and one colour wherever it is shown. */
import { Tag } from 'antd';
import { MISSING } from './display.ts';
import { DictionaryTag } from './dictionary-tag.tsx';
import { personColors, states, type StateLook } from './states.ts';

/** `<State of="order" value={state} />`; a device that was never heard of has null, anything else without a state `--`. */
export function State({ of, value }: { of: keyof typeof states | 'person'; value: number | null }) {
  if (of === 'person') return <DictionaryTag type="oldman_status" value={value} colors={personColors} />;
  if (of === 'device' && value === null) return <Tag>从未上线</Tag>;
  const look = (states[of] as Record<string, StateLook>)[String(value)];
  if (!look) return <span className="y-missing">{MISSING}</span>;
  return (
    <Tag color={look.color} variant={look.loud ? 'solid' : 'outlined'}>
      {look.label}
    </Tag>
  );
}
