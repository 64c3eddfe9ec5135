/** 专业模式: the flow drawn by hand, with the fields of the chosen step or way beside it. */
import { CompressOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ApprovalKind } from '#contract/approvals/approval-kinds.ts';
import { keepTrying } from '#web/shell/lazy-part.ts';
import { ConditionFields } from './condition-fields.tsx';
import { peopleOf, stepsOfTasks, variablesOf, type Draft } from './flow-draft.ts';
import type { Chosen, FlowModeler } from './flow-modeler.ts';
import { StepFields } from './step-fields.tsx';
import './diagram.css';
import './designer.css';

interface Props {
  kind: ApprovalKind;
  draft: Draft & { diagram: string };
  onChange: (part: Partial<Draft>, what?: string | null) => void;
}

const STEP = 1.25;

export default function FlowEditor({ kind, draft, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null);
  /** What the modeller holds: another drawing, as after an undo, is shown anew. */
  const held = useRef<string | null>(null);
  const [modeler, setModeler] = useState<FlowModeler | null>(null);
  const [chosen, setChosen] = useState<Chosen>(null);
  const [failed, setFailed] = useState(false);
  const variables = variablesOf(kind, draft.fields);
  const take = useEffectEvent((xml: string, tasks: { id: string; name: string }[]) => {
    held.current = xml;
    onChange({ diagram: xml, steps: stepsOfTasks(draft.steps, tasks) });
  });

  useEffect(() => {
    const container = box.current;
    if (!container) return;
    let made: FlowModeler | null = null;
    let gone = false;
    const start = async () => {
      const { flowModeler } = await keepTrying(() => import('./flow-modeler.ts'));
      if (gone) return;
      made = flowModeler(container, { onChange: (xml, tasks) => take(xml, tasks), onChoose: setChosen });
      setModeler(made);
    };
    void start();
    return () => {
      gone = true;
      made?.destroy();
      held.current = null;
      setModeler(null);
    };
  }, []);
  const { diagram } = draft;
  useEffect(() => {
    if (!modeler || held.current === diagram) return;
    held.current = diagram;
    setChosen(null);
    void modeler.show(diagram).then(
      () => setFailed(false),
      () => setFailed(true),
    );
  }, [modeler, diagram]);

  const step = chosen?.type === 'task' ? draft.steps.find(({ id }) => id === chosen.id) : undefined;
  return (
    <div className="ap-editor">
      <div className="ap-figure">
        <div className="ap-zoom">
          <Button size="small" icon={<ZoomOutOutlined aria-hidden />} aria-label="缩小" onClick={() => modeler?.zoom(1 / STEP)} />
          <Button size="small" icon={<CompressOutlined aria-hidden />} aria-label="适合画布" onClick={() => modeler?.fit()} />
          <Button size="small" icon={<ZoomInOutlined aria-hidden />} aria-label="放大" onClick={() => modeler?.zoom(STEP)} />
        </div>
        {!modeler && <Skeleton.Node active className="ap-diagram-wait" />}
        {failed && <Alert type="warning" showIcon title="流程图无法显示" />}
        <div ref={box} className="ap-diagram ap-canvas" role="application" aria-label="流程图编辑区" />
      </div>
      <aside className="ap-panel" aria-label="所选元素的设置">
        {step && (
          <StepFields
            drawn
            step={step}
            variables={variables}
            people={peopleOf(kind, draft.fields)}
            onChange={(next, what) => {
              if (next.name !== step.name) modeler?.rename(step.id, next.name);
              else onChange({ steps: draft.steps.map((one) => (one.id === next.id ? next : one)) }, what ?? null);
            }}
          />
        )}
        {chosen?.type === 'way' && (
          <>
            <h3>走这条连线的条件</h3>
            <p className="ap-hint">同一分支应有且只有一条连线没有条件：其他条件都不满足时走它。</p>
            <ConditionFields
              value={chosen.condition}
              variables={variables}
              onChange={(condition) => modeler?.setCondition(chosen.id, condition, variables)}
            />
          </>
        )}
        {!step && chosen?.type !== 'way' && <p className="ap-hint">点选审批步骤设置审批人，点选条件分支后的连线设置条件。</p>}
      </aside>
    </div>
  );
}
