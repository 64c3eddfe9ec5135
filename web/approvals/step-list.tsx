/** The steps of a flow as cards in their order. The chosen one shows all of its fields. */
import { DeleteOutlined, DownOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Empty } from 'antd';
import { MOST_STEPS } from '#contract/approvals/approval-flows.rules.ts';
import type { ApprovalKind } from '#contract/approvals/approval-kinds.ts';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { newStep, peopleOf, stepText, variablesOf, type Draft, type Names, type Step } from './flow-draft.ts';
import { StepFields } from './step-fields.tsx';

interface Props {
  kind: ApprovalKind;
  draft: Draft;
  names: Names;
  selected: string | null;
  onSelect: (id: string | null) => void;
  onChange: (steps: Step[], what?: string | null) => void;
}

export function StepList({ kind, draft, names, selected, onSelect, onChange }: Props) {
  const { steps, fields } = draft;
  const add = () => {
    const step = newStep(steps);
    onChange([...steps, step]);
    onSelect(step.id);
  };
  return (
    <section className="ap-card" aria-label="审批步骤">
      <header className="ap-card-head">
        <h2>审批步骤（{steps.length}）</h2>
        {steps.length < MOST_STEPS && (
          <Button size="small" type="primary" icon={<PlusOutlined aria-hidden />} onClick={add}>
            添加步骤
          </Button>
        )}
      </header>
      {steps.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有步骤。申请从第一步起依次审批，全部通过即结束" />
      ) : (
        <SortableList
          tall
          items={steps}
          keyOf={({ id }) => id}
          labelOf={({ name }) => name}
          onChange={(next) => onChange(next)}
          render={(step) => {
            const open = step.id === selected;
            return (
              <div className="ap-step-card" data-open={open || undefined}>
                <div className="ap-step-head">
                  <button type="button" aria-expanded={open} onClick={() => onSelect(open ? null : step.id)}>
                    {open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
                    <b>{step.name || '未命名'}</b>
                    {!open && <span>{stepText(step, kind, fields, names)}</span>}
                  </button>
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={`删除步骤${step.name}`}
                    onClick={() => onChange(steps.filter((one) => one !== step))}
                  />
                </div>
                {open && (
                  <StepFields
                    step={step}
                    variables={variablesOf(kind, fields)}
                    people={peopleOf(kind, fields)}
                    onChange={(next, what) =>
                      onChange(
                        steps.map((one) => (one.id === next.id ? next : one)),
                        what ?? null,
                      )
                    }
                  />
                )}
              </div>
            );
          }}
        />
      )}
    </section>
  );
}
