/** What a detail page says of a row, by the labels of its entity. */
import type { DescriptionsProps } from 'antd';
import { titleOf, type Labels } from '#contract/labels.ts';

type Item = NonNullable<DescriptionsProps['items']>[number];
type Labelled<Name extends string> = (Item & { label: string }) | (Omit<Item, 'key' | 'label'> & { key: Name; label?: undefined });

/** The items of a description: one whose `key` is a field takes that field's label, any other says its `label`. Nothing is left out. */
export const labelledItems = <L extends Labels>(
  labels: L,
  items: readonly (Labelled<keyof L & string> | false | '' | null | undefined)[],
): Item[] => items.flatMap((item) => (!item ? [] : item.label === undefined ? [{ ...item, label: titleOf(labels, item.key) }] : [item]));
