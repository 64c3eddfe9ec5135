/** What a plan asks on each visit: its items, their kinds and choices. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select } from 'antd';
import { itemKinds, type ItemKind, type VisitItem } from '#contract/visits/visit-plans.rules.ts';
import './visits.css';

interface Props {
  id?: string;
  value?: readonly VisitItem[];
  onChange?: (items: VisitItem[]) => void;
}

const KINDS = Object.entries(itemKinds).map(([value, label]) => ({ value: value as ItemKind, label }));
const MOST = 30;
const EMPTY: VisitItem = { title: '', kind: 'text', choices: [], required: false, carried: false };

export function PlanItemsField({ id, value = [], onChange }: Props) {
  const set = (at: number, more: Partial<VisitItem>) =>
    onChange?.(value.map((item, other) => (other === at ? { ...item, ...more } : item)));
  return (
    <div>
      {value.map((item, at) => (
        <div key={at} className="vi-item" role="group" aria-label={`探访内容${at + 1}`}>
          <Input
            aria-label="名称"
            maxLength={40}
            placeholder="名称"
            value={item.title}
            onChange={({ target }) => set(at, { title: target.value })}
          />
          <Select<ItemKind> aria-label="类型" options={KINDS} value={item.kind} onChange={(kind) => set(at, { kind })} />
          {item.kind === 'choice' ? (
            <Select<string[]>
              mode="tags"
              aria-label="选项"
              maxCount={12}
              tokenSeparators={['，', ',', '、']}
              placeholder="输入选项后按回车"
              value={item.choices}
              onChange={(choices) => set(at, { choices })}
            />
          ) : (
            <Checkbox
              disabled={item.kind !== 'text'}
              checked={item.kind === 'text' && item.carried}
              onChange={({ target }) => set(at, { carried: target.checked })}
            >
              下次探访时提示
            </Checkbox>
          )}
          <Checkbox checked={item.required} onChange={({ target }) => set(at, { required: target.checked })}>
            必填
          </Checkbox>
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`删除${item.title || '这一项'}`}
            onClick={() => onChange?.(value.filter((_, other) => other !== at))}
          />
        </div>
      ))}
      <Button id={id} icon={<PlusOutlined aria-hidden />} disabled={value.length >= MOST} onClick={() => onChange?.([...value, EMPTY])}>
        添加内容
      </Button>
    </div>
  );
}
