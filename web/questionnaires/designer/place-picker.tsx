/** 引用前面的答案: the answer of an earlier question in the words of this one. */
import { Select } from 'antd';
import { memo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { labelText } from '#contract/questionnaires/item-types.rules.ts';
import { placeOf } from '#contract/questionnaires/piping.rules.ts';
import { isRich } from '#contract/rich-text.rules.ts';
import { useDesign, useDesigning } from './design-context.ts';
import { indexOf } from './draft.ts';
import { Property } from './property.tsx';

/** Words with the answer of a question at their end; of rich text within its last paragraph. */
const withPlace = (label: string, formItemId: number) =>
  isRich(label) && label.endsWith('</p>') ? `${label.slice(0, -4)}${placeOf(formItemId)}</p>` : label + placeOf(formItemId);

/** Puts the answer of an earlier question into the words. Not drawn again for what is typed into this question. */
export const PlacePicker = memo(function PlacePicker({ formItemId: own }: { formItemId: number }) {
  const { store, edit } = useDesigning();
  const before = useDesign(
    useShallow(({ draft: { items } }) =>
      items.slice(0, indexOf({ items }, own)).filter(({ displayType, type }) => !displayType && type !== 'PASSWORD_INPUT'),
    ),
  );
  const put = (formItemId: number) => {
    const row = store.getState().draft.items.find((one) => one.formItemId === own);
    if (row) edit([{ do: 'set', item: { ...row, label: withPlace(row.label, formItemId) } }]);
  };
  if (before.length === 0) return null;
  return (
    <Property label="引用前面的答案" hint="填写时换成该题的答案；没有回答或隐藏时为空。提示语里可以写 ${field编号}">
      {(id) => (
        <Select<number>
          id={id}
          value={null}
          placeholder="选择题目，插入到末尾"
          showSearch={{ optionFilterProp: 'label' }}
          options={before.map(({ formItemId, label }) => ({ value: formItemId, label: `${labelText(label)}（field${formItemId}）` }))}
          onChange={put}
        />
      )}
    </Property>
  );
});
