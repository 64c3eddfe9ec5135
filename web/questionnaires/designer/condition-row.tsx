/** One condition of a logic: a question before, how its answer is compared, and with what. */
import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Select } from 'antd';
import { labelText, type Option } from '#contract/questionnaires/item-types.rules.ts';
import { comparisonLabel, comparisonsOf, needsValue, rowsOf } from '#contract/questionnaires/logic-summary.rules.ts';
import type { Comparison, Condition } from '#contract/questionnaires/logic.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { Day } from '#web/ui/day.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { TimeAnswer } from '../special-fields.tsx';

interface Props {
  condition: Condition;
  /** The questions that may be chosen. */
  items: readonly FormItemRow[];
  /** All of them: a condition may name one that comes later by now. */
  all: readonly FormItemRow[];
  /** `typed` where a text is being written. */
  onChange: (condition: Condition, typed: boolean) => void;
  onRemove: () => void;
}

const YES_NO = choices({ true: '是', false: '否' });

function Value({
  item,
  condition: { expression, optionValue },
  onValue,
}: {
  item: FormItemRow;
  condition: Condition;
  onValue: (value: unknown, typed: boolean) => void;
}) {
  const { type, expand } = item;
  if (!needsValue(expression)) return null;
  const options = expand.options as Option[] | undefined;
  if (type === 'SWITCH')
    return (
      <Select
        aria-label="答案"
        placeholder="请选择"
        options={YES_NO}
        value={typeof optionValue === 'boolean' ? String(optionValue) : null}
        onChange={(value) => onValue(value === 'true', false)}
      />
    );
  if (options)
    return (
      <Select
        aria-label="答案"
        placeholder="请选择选项"
        options={options.map(({ label, value }) => ({ label, value: value! }))}
        value={(optionValue as string | number | null | undefined) ?? null}
        onChange={(value) => onValue(value, false)}
      />
    );
  if (['NUMBER_INPUT', 'SLIDER', 'RATE', 'NPS', 'MATRIX_SCALE'].includes(type))
    return (
      <InputNumber<number>
        aria-label="答案"
        placeholder="数值"
        value={typeof optionValue === 'number' ? optionValue : null}
        onChange={(value) => onValue(value, true)}
      />
    );
  if (type === 'TIME')
    return <TimeAnswer label="答案" value={String(optionValue ?? '')} onChange={(value) => onValue(value ?? null, true)} />;
  const format = expand.valueFormat ?? 'yyyy-MM-dd';
  if (type === 'DATE' && (format === 'yyyy-MM-dd' || format === 'yyyy-MM-dd HH:mm:ss'))
    return (
      <Day
        withTime={format !== 'yyyy-MM-dd'}
        value={(optionValue as string | null | undefined) ?? null}
        onChange={(value) => onValue(value, false)}
      />
    );
  return (
    <Input
      aria-label="答案"
      maxLength={200}
      placeholder="文字"
      value={String(optionValue ?? '')}
      onChange={(event) => onValue(event.target.value, true)}
    />
  );
}

export function ConditionRow({ condition, items, all, onChange, onRemove }: Props) {
  const { formItemId, expression } = condition;
  const item = all.find((one) => one.formItemId === formItemId);
  const known = items.some((one) => one.formItemId === formItemId);
  const rows = item ? rowsOf(item) : [];
  const able = item ? comparisonsOf(item.type).filter((one) => rows.length === 0 || condition.row != null || !needsValue(one)) : [];
  const gone =
    formItemId == null || known ? [] : [{ value: formItemId, label: item ? `${labelText(item.label)}（排在后面）` : '已删除的题目' }];
  return (
    <div className="q-condition" role="group" aria-label="条件">
      <Select
        aria-label="题目"
        placeholder="选择题目"
        showSearch={{ optionFilterProp: 'label' }}
        status={gone.length > 0 ? 'error' : ''}
        options={[...items.map((one) => ({ value: one.formItemId, label: labelText(one.label) })), ...gone]}
        value={formItemId ?? null}
        onChange={(next) => onChange({ formItemId: next, expression: null, optionValue: null }, false)}
      />
      {item && rows.length > 0 && (
        <Select
          aria-label="行"
          placeholder="整题"
          allowClear
          options={rows.map(({ label, value }) => ({ label, value: value! }))}
          value={condition.row ?? null}
          onChange={(row) => onChange({ formItemId, expression: null, optionValue: null, row: row ?? null }, false)}
        />
      )}
      {item && (
        <>
          <Select<Comparison>
            aria-label="比较"
            placeholder="比较"
            options={able.map((value) => ({ value, label: comparisonLabel(value, item.type) }))}
            value={expression ?? null}
            onChange={(next) => onChange({ ...condition, expression: next, ...(needsValue(next) ? {} : { optionValue: null }) }, false)}
          />
          {expression && (
            <Value item={item} condition={condition} onValue={(optionValue, typed) => onChange({ ...condition, optionValue }, typed)} />
          )}
        </>
      )}
      <Button type="text" icon={<DeleteOutlined aria-hidden />} aria-label="删除条件" onClick={onRemove} />
    </div>
  );
}
