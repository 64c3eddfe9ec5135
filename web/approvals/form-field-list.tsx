/** The form of a general application: its fields in their order. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Empty, Input, Select } from 'antd';
import { fieldTypes, type FieldType } from '#contract/approvals/approval-forms.rules.ts';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { newField, type FormField, type Step } from './flow-draft.ts';

interface Props {
  fields: FormField[];
  steps: readonly Step[];
  onChange: (fields: FormField[], what?: string | null) => void;
}

const MOST = 30;
const TYPES = Object.entries(fieldTypes).map(([value, label]) => ({ value: value as FieldType, label }));

export function FormFieldList({ fields, steps, onChange }: Props) {
  const set = (field: FormField, part: Partial<FormField>, what: string | null = null) =>
    onChange(
      fields.map((one) => (one.key === field.key ? { ...one, ...part } : one)),
      what && `${field.key}.${what}`,
    );
  return (
    <section className="ap-card" aria-label="申请表单">
      <header className="ap-card-head">
        <h2>申请表单（{fields.length}）</h2>
        {fields.length < MOST && (
          <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => onChange([...fields, newField(fields, steps)])}>
            添加字段
          </Button>
        )}
      </header>
      {fields.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有字段，例如“金额”“用途”" />
      ) : (
        <SortableList
          tall
          items={fields}
          keyOf={({ key }) => key}
          labelOf={({ label }) => label}
          onChange={(next) => onChange(next)}
          render={(field) => (
            <div className="ap-field">
              <Input
                aria-label="字段名称"
                size="small"
                value={field.label}
                maxLength={20}
                onChange={({ target }) => set(field, { label: target.value }, 'label')}
              />
              <Select<FieldType>
                aria-label={`${field.label}的类型`}
                size="small"
                value={field.type}
                options={TYPES}
                onChange={(type) => set(field, { type })}
              />
              <Checkbox
                aria-label={`${field.label}必填`}
                checked={field.required}
                onChange={({ target }) => set(field, { required: target.checked })}
              >
                必填
              </Checkbox>
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`删除字段${field.label}`}
                onClick={() => onChange(fields.filter((one) => one !== field))}
              />
              {field.type === 'choice' && (
                <Select
                  mode="tags"
                  aria-label={`${field.label}的选项`}
                  size="small"
                  value={field.options}
                  open={false}
                  suffixIcon={null}
                  tokenSeparators={['，', ',', '、', '\n']}
                  placeholder="输入选项后按回车"
                  onChange={(options: string[]) => set(field, { options: options.map((one) => one.trim()).filter(Boolean) })}
                  className="ap-options"
                />
              )}
            </div>
          )}
        />
      )}
    </section>
  );
}
