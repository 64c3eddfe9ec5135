/** What is set of the selected question. Every change is shown in the form and saved. */
import { Alert, Input, InputNumber, Select, Slider, Switch } from 'antd';
import { memo, useCallback } from 'react';
import { itemTypes, labelText, type ItemType, type Option, type SubItem } from '#contract/questionnaires/item-types.rules.ts';
import { isMatrix } from '#contract/questionnaires/matrix.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { RichTextInput } from '#web/ui/rich-text-field.tsx';
import { ImageUpload } from '#web/ui/upload.tsx';
import { useDesigning } from './design-context.ts';
import { OptionsField } from './options-field.tsx';
import { PlacePicker } from './place-picker.tsx';
import { alike } from './presets.ts';
import { Property } from './property.tsx';
import { DATES, fieldsOf, WITH_NUMBER, WITH_TEXT, type PropertyField } from './property-fields.ts';
import { RulesField } from './rules-field.tsx';
import { SubItemsField } from './sub-items-field.tsx';
import { TreeField } from './tree-field.tsx';

type Change = (part: Partial<FormItemRow>, mark: string) => void;

function Part({ field, row, change }: { field: PropertyField; row: FormItemRow; change: Change }) {
  const { key, label } = field;
  const value = row.expand[key];
  const set = (next: unknown, typed = false) => change({ expand: { ...row.expand, [key]: next } }, typed ? key : '');
  return (
    <Property label={label}>
      {(id) => {
        switch (field.kind) {
          case 'number':
            return (
              <InputNumber<number>
                id={id}
                min={field.min}
                max={field.max}
                precision={field.precision}
                placeholder={field.hint}
                value={typeof value === 'number' ? value : null}
                onChange={(next) => set(next, true)}
              />
            );
          case 'text':
            return (
              <Input
                id={id}
                maxLength={field.max}
                placeholder={field.hint}
                value={String(value ?? '')}
                onChange={(event) => set(event.target.value, true)}
              />
            );
          case 'switch':
            return <Switch id={id} checked={value === true} onChange={(next) => set(next)} />;
          case 'choice':
            return <Select id={id} options={[...field.choices]} value={String(value ?? '')} onChange={(next) => set(next)} />;
          default:
            return <ImageUpload id={id} label={label} value={(value as string | undefined) ?? null} onChange={(next) => set(next)} />;
        }
      }}
    </Property>
  );
}

/** What the question begins with, where its kind has something simple to begin with. */
function Default({ row, change }: { row: FormItemRow; change: Change }) {
  const { type, expand } = row;
  const value = row.defaultValue?.value;
  const set = (next: unknown) =>
    change({ defaultValue: next === null || next === '' || next === undefined ? null : { json: false, value: next } }, 'default');
  const options = ((expand.options as Option[] | undefined) ?? []).map(({ label, value: own }) => ({ label, value: own! }));
  if (!WITH_TEXT.has(type) && !WITH_NUMBER.has(type) && type !== 'RADIO' && type !== 'SWITCH') return null;
  return (
    <Property label="默认值">
      {(id) =>
        type === 'SWITCH' ? (
          <Switch id={id} checked={value === true} onChange={(next) => set(next || null)} />
        ) : type === 'RADIO' ? (
          <Select
            id={id}
            allowClear
            placeholder="无"
            options={options}
            value={(value as string | undefined) ?? null}
            onChange={(next) => set(next ?? null)}
          />
        ) : WITH_TEXT.has(type) ? (
          <Input id={id} maxLength={500} value={String(value ?? '')} onChange={(event) => set(event.target.value)} />
        ) : (
          <InputNumber<number> id={id} placeholder="无" value={typeof value === 'number' ? value : null} onChange={set} />
        )
      }
    </Property>
  );
}

function Words({ row, change }: { row: FormItemRow; change: Change }) {
  const { type, label, displayType } = row;
  if (type === 'PAGINATION') return <p className="q-hint">分页没有要设置的内容。</p>;
  if (type === 'DESC_TEXT')
    return (
      <div className="q-property" data-rich>
        <RichTextInput label="文字" max={2000} value={label} onChange={(html) => html !== label && change({ label: html }, 'label')} />
      </div>
    );
  return (
    <Property label={displayType ? '文字' : '题目标题'}>
      {(id) => (
        <Input.TextArea
          id={id}
          className="q-words"
          maxLength={500}
          rows={1}
          value={labelText(label)}
          onChange={(event) => change({ label: event.target.value }, 'label')}
        />
      )}
    </Property>
  );
}

/** What all questions have besides their words. */
function Common({ row, change }: { row: FormItemRow; change: Change }) {
  const { type } = row;
  const kinds = alike(type);
  return (
    <>
      {kinds.length > 1 && (
        <Property label="题型">
          {(id) => (
            <Select<ItemType>
              id={id}
              value={type}
              options={kinds.map((kind) => ({ value: kind, label: itemTypes[kind] }))}
              onChange={(kind) => change({ type: kind, defaultValue: null }, '')}
            />
          )}
        </Property>
      )}
      <Property label="必填">
        {(id) => <Switch id={id} checked={row.required} onChange={(required) => change({ required }, '')} />}
      </Property>
      <Property label="提示语" hint="未填写时显示，必填题漏填时也用它提醒">
        {(id) => (
          <Input
            id={id}
            maxLength={100}
            value={row.placeholder ?? ''}
            onChange={(event) => change({ placeholder: event.target.value }, 'placeholder')}
          />
        )}
      </Property>
    </>
  );
}

function Layout({ row, change }: { row: FormItemRow; change: Change }) {
  return (
    <>
      {!row.displayType && (
        <Property label="显示标题">
          {(id) => <Switch id={id} checked={row.showLabel} onChange={(showLabel) => change({ showLabel }, '')} />}
        </Property>
      )}
      <Property label={`宽度（${row.span}/24）`}>
        {(id) => (
          <Slider
            id={id}
            min={4}
            max={24}
            step={2}
            ariaLabelForHandle="宽度"
            value={row.span}
            onChange={(span: number) => change({ span }, 'span')}
          />
        )}
      </Property>
    </>
  );
}

const WITH_OPTIONS: ReadonlySet<string> = new Set([
  'RADIO',
  'CHECKBOX',
  'SELECT',
  'IMAGE_SELECT',
  'IMAGE_CAROUSEL',
  'SORT',
  'MATRIX_SELECT',
  'MATRIX_INPUT',
]);

interface RestProps {
  row: FormItemRow;
  change: Change;
}

const sameButWords = (a: RestProps, b: RestProps) =>
  a.change === b.change && (Object.keys(b.row) as (keyof FormItemRow)[]).every((part) => part === 'label' || a.row[part] === b.row[part]);

/** All but the words, which it does not draw: they are what is typed most. */
const Rest = memo(function Rest({ row, change }: RestProps) {
  const { type, displayType, expand, formItemId } = row;
  const setOptions = (options: Option[], mark: string) => change({ expand: { ...expand, options } }, mark);
  const setDates = (value: string) => {
    const format = DATES.find((one) => one.value === value)?.format;
    change({ expand: { ...expand, type: value, format, valueFormat: format } }, '');
  };
  return (
    <>
      {type !== 'PAGINATION' && <PlacePicker formItemId={formItemId} />}
      {!displayType && <Common row={row} change={change} />}
      {WITH_OPTIONS.has(type) && (
        <OptionsField
          type={type}
          noun={isMatrix(type) ? '列' : '选项'}
          options={(expand.options as Option[] | undefined) ?? []}
          onChange={setOptions}
        />
      )}
      {isMatrix(type) && (
        <OptionsField
          type={type}
          noun="行"
          options={(expand.rows as Option[] | undefined) ?? []}
          onChange={(rows, mark) => change({ expand: { ...expand, rows } }, mark && `row.${mark}`)}
        />
      )}
      {type === 'SUB_FORM' && (
        <SubItemsField
          items={(expand.items as SubItem[] | undefined) ?? []}
          onChange={(items, mark) => change({ expand: { ...expand, items } }, mark)}
        />
      )}
      {type === 'CASCADER' && <TreeField options={(expand.options as Option[] | undefined) ?? []} onChange={setOptions} />}
      {type === 'DATE' && (
        <Property label="精确到">
          {(id) => <Select id={id} options={[...DATES]} value={String(expand.type ?? 'date')} onChange={setDates} />}
        </Property>
      )}
      {fieldsOf(type).map((field) => (
        <Part key={field.key} field={field} row={row} change={change} />
      ))}
      <Default row={row} change={change} />
      {WITH_TEXT.has(type) && <RulesField rules={row.regList} onChange={(regList) => change({ regList }, 'rules')} />}
      {type !== 'PAGINATION' && <Layout row={row} change={change} />}
    </>
  );
}, sameButWords);

export function Properties({ row, problem }: { row: FormItemRow; problem: string | undefined }) {
  const { store, edit } = useDesigning();
  const { type, displayType, formItemId } = row;
  /** `mark` names the field that is typed into; without one it is saved at once. */
  const change: Change = useCallback(
    (part, mark) => {
      const now = store.getState().draft.items.find((one) => one.formItemId === formItemId);
      if (now) edit([{ do: 'set', item: { ...now, ...part } }], mark === '' ? {} : { mark: `${formItemId}.${mark}` });
    },
    [store, edit, formItemId],
  );
  return (
    <>
      <h3>{itemTypes[type]}</h3>
      {!displayType && <p className="q-hint">编号 field{formItemId}，用于计算公式</p>}
      {problem && <Alert type="error" showIcon title={`未保存：${problem}`} />}
      <Words row={row} change={change} />
      <Rest row={row} change={change} />
    </>
  );
}
