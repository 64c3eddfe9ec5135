/** A value of an option list that a tenant keeps, in words. Apart from the fields: a page that only shows loads no select. */
import { Tag } from 'antd';
import { labelOf, MISSING } from './display.ts';
import { useDictionary } from './use-dictionary.ts';

/** The label of a value, `--` when there is none. `colors` by value makes it a tag. */
export function DictionaryTag({ type, value, colors }: { type: string; value: unknown; colors?: Readonly<Record<string, string>> }) {
  const { options } = useDictionary(type);
  const label = labelOf(options, value);
  const color = colors?.[String(value)];
  return label === MISSING ? <span className="y-missing">{MISSING}</span> : color ? <Tag color={color}>{label}</Tag> : <>{label}</>;
}
