/** One question of the editor: its words, whether it must be answered, and what its kind has besides. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Form, Input, InputNumber, Select, Switch, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import type { ZodType } from 'zod';
import { itemTypes, OTHER, type ItemType, type Option } from '#contract/questionnaires/item-types.rules.ts';
import { MOST_SCORE } from '#contract/questionnaires/scores.rules.ts';
import { questionnaireItems, type FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { fieldOf, rulesOf } from '#web/ui/contract-rules.ts';
import { RichTextField } from '#web/ui/rich-text-field.tsx';
import { nextValue, valuesOf, type ItemValues } from './item-presets.ts';
import './questionnaires.css';

interface OptionsProps {
  value?: Option[];
  onChange?: (options: Option[]) => void;
  /** Whether 其他 with words of one's own may be added. */
  withOther: boolean;
}

function Options({ value = [], onChange, withOther }: OptionsProps) {
  const set = (at: number, part: Partial<Option>) => onChange?.(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const hasOther = value.some((one) => one.value === OTHER);
  return (
    <div className="y-options">
      {value.map((option, at) => (
        <div key={String(option.value)}>
          <Input
            value={option.label ?? ''}
            maxLength={100}
            aria-label={`选项${at + 1}`}
            placeholder="选项内容"
            onChange={(event) => set(at, { label: event.target.value })}
          />
          <InputNumber<number>
            value={option.score ?? null}
            min={-MOST_SCORE}
            max={MOST_SCORE}
            precision={0}
            placeholder="分数"
            className="y-option-score"
            aria-label={`选项${option.label ?? ''}的分数`}
            onChange={(score) => set(at, { score: score ?? undefined })}
          />
          <Tooltip title="选中即为异常：通知调度人员，可在工单中生成跟进工单">
            <Checkbox
              checked={option.abnormal ?? false}
              aria-label={`选项${option.label ?? ''}为异常`}
              onChange={(event) => set(at, { abnormal: event.target.checked })}
            >
              异常
            </Checkbox>
          </Tooltip>
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`删除选项${option.label ?? ''}`}
            disabled={value.length <= 1}
            onClick={() => onChange?.(value.filter((_one, index) => index !== at))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden />}
          onClick={() =>
            onChange?.([
              ...value.filter((one) => one.value !== OTHER),
              { label: '', value: nextValue(value) },
              ...value.filter((one) => one.value === OTHER),
            ])
          }
        >
          添加选项
        </Button>
        {withOther && (
          <Button size="small" disabled={hasOther} onClick={() => onChange?.([...value, { label: '其他', value: OTHER }])}>
            添加其他
          </Button>
        )}
      </div>
    </div>
  );
}

const optionsRule = {
  validator: (_rule: unknown, options: Option[] = []) => {
    const labels = options.map(({ label = '' }) => label.trim());
    if (labels.some((label) => label === '')) return Promise.reject(new Error('选项内容不能为空'));
    return new Set(labels).size < labels.length ? Promise.reject(new Error('选项内容不能重复')) : Promise.resolve();
  },
};

const count = (name: keyof ItemValues, label: string, min: number, max: number, placeholder = '不限') => (
  <Form.Item key={name} name={name} label={label}>
    <InputNumber<number> min={min} max={max} precision={0} placeholder={placeholder} className="y-answer-number" />
  </Form.Item>
);
const limit = (name: 'min' | 'max', label: string) => (
  <Form.Item key={name} name={name} label={label}>
    <InputNumber<number> placeholder="不限" className="y-answer-number" />
  </Form.Item>
);

/** The fields of a kind, besides words and 必填. */
function partsOf(type: ItemType): ReactNode {
  switch (type) {
    case 'RADIO':
    case 'CHECKBOX':
    case 'SELECT':
      return (
        <>
          <Form.Item name="options" label="选项" rules={[optionsRule]}>
            <Options withOther={type !== 'SELECT'} />
          </Form.Item>
          {type === 'CHECKBOX' && [count('min', '至少选择', 1, 200), count('max', '最多选择', 1, 200)]}
        </>
      );
    case 'INPUT':
      return count('maxlength', '最多字数', 1, 500, '500');
    case 'TEXTAREA':
      return count('maxlength', '最多字数', 1, 5000, '5000');
    case 'NUMBER_INPUT':
      return [limit('min', '最小值'), limit('max', '最大值'), count('precision', '小数位数', 0, 6)];
    case 'RATE':
      return count('max', '最高分', 2, 10, '5');
    case 'UPLOAD':
      return [count('limit', '最多文件数', 1, 20, '2'), count('fileSize', '单个文件上限（MB）', 1, 10, '10')];
    case 'DATE':
      return (
        <Form.Item name="dateType" label="精确到">
          <Select
            options={[
              { value: 'date', label: '日' },
              { value: 'datetime', label: '时分秒' },
              { value: 'month', label: '月' },
            ]}
          />
        </Form.Item>
      );
    default:
      return null;
  }
}

interface Props {
  row: FormItemRow;
  saving: boolean;
  onSave: (values: ItemValues) => void;
  onClose: () => void;
}

export function ItemDialog({ row, saving, onSave, onClose }: Props) {
  const { type, displayType } = row;
  return (
    <FormDialog<ItemValues>
      title={`编辑题目（${itemTypes[type]}）`}
      okText="保存"
      pending={saving}
      width={type === 'DESC_TEXT' ? 760 : 520}
      initial={valuesOf(row)}
      onSubmit={onSave}
      onClose={onClose}
    >
      {type === 'DESC_TEXT' ? (
        <RichTextField
          name="label"
          label="文字"
          max={2000}
          rules={rulesOf(fieldOf(questionnaireItems.update.input, 'label') as ZodType, '文字')}
        />
      ) : (
        <Form.Item
          name="label"
          label={displayType ? '文字' : '题目标题'}
          rules={displayType ? [] : [{ required: true, whitespace: true, message: '请输入题目标题' }]}
        >
          <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
        </Form.Item>
      )}
      {!displayType && (
        <>
          <Form.Item name="required" label="必填" valuePropName="checked">
            <Switch checkedChildren="是" unCheckedChildren="否" />
          </Form.Item>
          <Form.Item name="placeholder" label="提示语" extra="未填写时显示，必填题漏填时也用它提醒">
            <Input maxLength={100} />
          </Form.Item>
          {partsOf(type)}
        </>
      )}
    </FormDialog>
  );
}
