/** The questions of each entry of a sub-form: their words, kinds, order, and options. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { isSimpleChoice, itemTypes, type ItemType, type Option, type SubItem } from '#contract/questionnaires/item-types.rules.ts';
import { MOST_SUB_ITEMS, SUB_TYPES } from '#contract/questionnaires/sub-form.rules.ts';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { nextValue, twoOptions } from './presets.ts';

interface Props {
  items: readonly SubItem[];
  /** With the name of the field that was typed into; empty for everything else. */
  onChange: (items: SubItem[], mark: string) => void;
}

const optionsOf = ({ expand }: SubItem) => (expand?.options as Option[] | undefined) ?? [];

/** The options of a text with one in each line: one that stood there keeps its value. */
function optionsIn(text: string, before: readonly Option[]): Option[] {
  const labels = [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean).slice(0, 50);
  let next = nextValue(before);
  return labels.map((label) => before.find((one) => one.label === label) ?? { label, value: next++ });
}

export function SubItemsField({ items, onChange }: Props) {
  const set = (item: SubItem, part: Partial<SubItem>, mark = '') =>
    onChange(
      items.map((one) => (one.formItemId === item.formItemId ? { ...one, ...part } : one)),
      mark && `sub.${item.formItemId}.${mark}`,
    );
  const setExpand = (item: SubItem, part: Record<string, unknown>, mark = '') => set(item, { expand: { ...item.expand, ...part } }, mark);
  const nameOf = ({ label }: SubItem) => `子题目${label}`;
  return (
    <section className="q-options" aria-label="子题目">
      <h4>每条填写的内容</h4>
      <SortableList
        tall
        items={items}
        keyOf={({ formItemId }) => String(formItemId)}
        labelOf={nameOf}
        onChange={(next) => onChange(next, '')}
        render={(item) => (
          <div className="q-option q-sub-item">
            <Input
              size="small"
              value={item.label}
              maxLength={100}
              aria-label={`子题目${items.indexOf(item) + 1}`}
              placeholder="标题"
              onChange={({ target }) => set(item, { label: target.value }, 'label')}
            />
            <Select<ItemType>
              size="small"
              value={item.type}
              aria-label={`${nameOf(item)}的题型`}
              options={SUB_TYPES.map((value) => ({ value, label: itemTypes[value] }))}
              onChange={(type) =>
                set(item, {
                  type,
                  regList: null,
                  expand: isSimpleChoice(type) ? { options: optionsOf(item).length > 0 ? optionsOf(item) : twoOptions } : {},
                })
              }
            />
            <Checkbox
              checked={item.required ?? false}
              aria-label={`${nameOf(item)}必填`}
              onChange={({ target }) => set(item, { required: target.checked })}
            >
              必填
            </Checkbox>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`删除${nameOf(item)}`}
              onClick={() =>
                onChange(
                  items.filter((one) => one !== item),
                  '',
                )
              }
            />
            {isSimpleChoice(item.type) && (
              <Input.TextArea
                autoSize={{ minRows: 2, maxRows: 8 }}
                aria-label={`${nameOf(item)}的选项，每行一个`}
                defaultValue={optionsOf(item)
                  .map(({ label }) => label)
                  .join('\n')}
                onChange={({ target }) => setExpand(item, { options: optionsIn(target.value, optionsOf(item)) }, 'options')}
              />
            )}
            {item.type === 'NUMBER_INPUT' &&
              (['min', 'max'] as const).map((part) => (
                <InputNumber<number>
                  key={part}
                  size="small"
                  placeholder={part === 'min' ? '最小值' : '最大值'}
                  aria-label={`${nameOf(item)}的${part === 'min' ? '最小值' : '最大值'}`}
                  value={(item.expand?.[part] as number | undefined) ?? null}
                  onChange={(value) => setExpand(item, { [part]: value ?? undefined }, part)}
                />
              ))}
          </div>
        )}
      />
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={items.length >= MOST_SUB_ITEMS}
        onClick={() =>
          onChange(
            [
              ...items,
              {
                formItemId: Math.max(0, ...items.map(({ formItemId }) => formItemId)) + 1,
                type: 'INPUT',
                label: `内容${items.length + 1}`,
              },
            ],
            '',
          )
        }
      >
        添加子题目
      </Button>
    </section>
  );
}
