/** Groups of people: by name, role, post, as head of a department, as the form names them, on duty. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, InputNumber, Select } from 'antd';
import { ColleagueField } from './colleague-field.tsx';
import { deciderKinds, newDecider, type Decider, type DeciderKind } from './flow-draft.ts';
import { useGroups } from './flow-names.ts';

interface Props {
  /** What they are for, in the names of the fields: 审批人. */
  noun: string;
  value: readonly Decider[];
  onChange: (deciders: Decider[], what?: string) => void;
  /** Fields of the form that name people. */
  people: Readonly<Record<string, string>>;
}

const MOST = 10;
const HEADS = [
  { value: 'applicant', label: '申请人所在部门' },
  { value: 'person', label: '服务对象所在部门' },
];

function Value({
  decider,
  name,
  people,
  onChange,
}: {
  decider: Decider;
  name: string;
  people: Props['people'];
  onChange: (next: Decider) => void;
}) {
  const groups = useGroups();
  switch (decider.by) {
    case 'user':
      return <ColleagueField many label={`${name}的人员`} value={decider.ids} onChange={(ids) => onChange({ ...decider, ids })} />;
    case 'role':
    case 'post': {
      const list = (decider.by === 'role' ? groups.data?.roles : groups.data?.posts) ?? [];
      return (
        <Select
          mode="multiple"
          aria-label={`${name}的${deciderKinds[decider.by]}`}
          value={groups.data ? decider.ids : []}
          options={list.map(({ id, name: called }) => ({ value: id, label: called }))}
          showSearch={{ optionFilterProp: 'label' }}
          loading={groups.isPending}
          placeholder={`请选择${deciderKinds[decider.by]}`}
          onChange={(ids: number[]) => onChange({ ...decider, ids })}
          className="ap-wide"
        />
      );
    }
    case 'head':
      return (
        <>
          <Select
            aria-label={`${name}的部门`}
            value={decider.of}
            options={HEADS}
            onChange={(of: typeof decider.of) => onChange({ ...decider, of })}
            className="ap-wide"
          />
          <InputNumber
            aria-label={`${name}往上几级`}
            prefix="往上"
            suffix="级"
            min={0}
            max={5}
            precision={0}
            value={decider.up}
            onChange={(up) => onChange({ ...decider, up: up ?? 0 })}
          />
        </>
      );
    case 'form':
      return (
        <Select
          aria-label={`${name}的表单字段`}
          value={decider.field in people ? decider.field : undefined}
          options={Object.entries(people).map(([value, label]) => ({ value, label }))}
          placeholder="请选择人员字段"
          notFoundContent="表单没有人员字段"
          onChange={(field: string) => onChange({ ...decider, field })}
          className="ap-wide"
        />
      );
    case 'duty':
      return <span className="ap-hint">到这一步时值班的人员</span>;
  }
}

export function DeciderFields({ noun, value, onChange, people }: Props) {
  const set = (at: number, next: Decider, what?: string) =>
    onChange(
      value.map((one, index) => (index === at ? next : one)),
      what,
    );
  return (
    <div className="ap-deciders" role="group" aria-label={noun}>
      {value.map((decider, at) => {
        const name = `第${at + 1}组${noun}`;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- groups have no other name than their place
          <div key={at} className="ap-decider">
            <Select<DeciderKind>
              aria-label={`${name}的类型`}
              value={decider.by}
              options={Object.entries(deciderKinds).map(([kind, label]) => ({ value: kind as DeciderKind, label }))}
              onChange={(by) => set(at, newDecider(by, people))}
            />
            <div className="ap-decider-value">
              <Value decider={decider} name={name} people={people} onChange={(next) => set(at, next, `${noun}${at}`)} />
            </div>
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`删除${name}`}
              onClick={() => onChange(value.filter((_one, index) => index !== at))}
            />
          </div>
        );
      })}
      {value.length < MOST && (
        <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => onChange([...value, newDecider('user', people)])}>
          添加{noun}
        </Button>
      )}
    </div>
  );
}
