/** 耗材 and 问卷 of a job: what its project has by default is there at once, more is picked from what the project allows. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, InputNumber, Tag } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { showMessage } from '#web/api/messages.ts';
import { QuestionnairePicker } from '#web/questionnaires/questionnaire-picker.tsx';
import { MaterialPicker } from '#web/stock/material-picker.tsx';
import { AskedPerson } from './asked-person.tsx';
import { withParts, type AskedQuestionnaire, type JobValues, type PlannedMaterial, type ProjectParts } from './job-values.ts';
import { useProjectParts } from './project-parts.ts';
import type { OrderValues } from './work-order-form.ts';

const NO_PROJECT = '请选择工单服务项目';
const TWICE = '已在清单中';

interface ListProps<Part> {
  id?: string;
  value?: readonly Part[] | undefined;
  onChange?: (parts: Part[]) => void;
  fixed: boolean;
  projectId: number | undefined;
}

function AddButton({ label, projectId, onOpen }: { label: string; projectId: number | undefined; onOpen: () => void }) {
  const press = () => (projectId === undefined ? showMessage('warning', NO_PROJECT) : onOpen());
  return (
    <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={press}>
      {label}
    </Button>
  );
}

function Row({
  name,
  tags,
  removable,
  onRemove,
  children,
}: {
  name: string;
  tags: ReactNode;
  removable: boolean;
  onRemove: () => void;
  children: ReactNode;
}) {
  return (
    <li>
      <span>{name}</span>
      {tags}
      {children}
      {removable && <Button type="text" size="small" icon={<DeleteOutlined aria-hidden />} aria-label={`移除${name}`} onClick={onRemove} />}
    </li>
  );
}

function MaterialList({ id, value = [], onChange, fixed, projectId }: ListProps<PlannedMaterial>) {
  const [open, setOpen] = useState(false);
  const has = (materialId: number) => value.some((one) => one.materialId === materialId);
  const set = (changed: PlannedMaterial, quantity: number | null) =>
    onChange?.(value.map((one) => (one === changed ? { ...one, quantity: quantity ?? 1 } : one)));
  return (
    <div className="y-parts" id={id} role="group" aria-label="耗材">
      <ul>
        {value.map((material) => (
          <Row
            key={material.materialId}
            name={material.name}
            tags={material.isDefault && <Tag color="blue">默认</Tag>}
            removable={!fixed}
            onRemove={() => onChange?.(value.filter((one) => one !== material))}
          >
            <InputNumber
              size="small"
              min={0.01}
              max={100_000}
              precision={2}
              step={1}
              value={material.quantity}
              disabled={fixed}
              formatter={(quantity) => String(Number(quantity))}
              suffix={material.unit}
              aria-label={`${material.name}数量`}
              onChange={(quantity) => set(material, quantity)}
            />
          </Row>
        ))}
        {value.length === 0 && (
          <li className="y-missing" data-none>
            无
          </li>
        )}
      </ul>
      {!fixed && <AddButton label="选择耗材" projectId={projectId} onOpen={() => setOpen(true)} />}
      {projectId !== undefined && (
        <MaterialPicker
          open={open}
          projectId={projectId}
          onClose={() => setOpen(false)}
          onPick={({ id: materialId, name, unit, isDefault }) =>
            has(materialId) ? showMessage('info', TWICE) : onChange?.([...value, { materialId, name, unit, quantity: 1, isDefault }])
          }
        />
      )}
    </div>
  );
}

function QuestionnaireList({
  id,
  value = [],
  onChange,
  fixed,
  projectId,
  allowed,
}: ListProps<AskedQuestionnaire> & { allowed: ProjectParts['questionnaires'] }) {
  const [open, setOpen] = useState(false);
  const add = (questionId: number) => {
    const one = allowed.find((candidate) => candidate.questionId === questionId);
    if (!one) return;
    if (value.some((asked) => asked.questionId === questionId)) showMessage('info', TWICE);
    else onChange?.([...value, { ...one, userId: null, userName: null }]);
  };
  return (
    <div className="y-parts" id={id} role="group" aria-label="问卷">
      <ul>
        {value.map((asked) => (
          <Row
            key={asked.questionId}
            name={asked.name}
            tags={
              <>
                {asked.isDefault && <Tag color="blue">默认</Tag>}
                {asked.required && <Tag color="red">必填</Tag>}
              </>
            }
            removable={!fixed && !asked.required}
            onRemove={() => onChange?.(value.filter((one) => one !== asked))}
          >
            <AskedPerson
              asked={asked}
              fixed={fixed}
              onChange={(who) => onChange?.(value.map((one) => (one === asked ? { ...one, ...who } : one)))}
            />
          </Row>
        ))}
        {value.length === 0 && (
          <li className="y-missing" data-none>
            无
          </li>
        )}
      </ul>
      {!fixed && <AddButton label="选择问卷" projectId={projectId} onOpen={() => setOpen(true)} />}
      {projectId !== undefined && (
        <QuestionnairePicker
          open={open}
          serverProjectId={projectId}
          allowed={allowed.map(({ questionId }) => questionId)}
          onClose={() => setOpen(false)}
          onPick={(row) => add(row.id)}
        />
      )}
    </div>
  );
}

export function JobParts({ name, isNew, fixed }: { name: number; isNew: boolean; fixed: boolean }) {
  const form = Form.useFormInstance<OrderValues>();
  const projectId = Form.useWatch(['jobs', name, 'serverProjectId'], { form, preserve: true }) as number | undefined;
  const parts = useProjectParts(fixed ? undefined : projectId);
  // Another project, another pair of lists; an existing job keeps its project and so what it has.
  useEffect(() => {
    const job = form.getFieldValue(['jobs', name]) as JobValues | undefined;
    if (!isNew || !job || job.partsOf === projectId || (parts === null && job.partsOf === undefined)) return;
    form.setFieldValue(['jobs', name], withParts(job, projectId, parts));
  }, [form, name, isNew, projectId, parts]);
  return (
    <>
      <Form.Item name={[name, 'materials']} label="耗材" className="y-form-wide">
        <MaterialList fixed={fixed} projectId={projectId} />
      </Form.Item>
      <Form.Item name={[name, 'questionnaires']} label="问卷" className="y-form-wide">
        <QuestionnaireList fixed={fixed} projectId={projectId} allowed={parts?.questionnaires ?? []} />
      </Form.Item>
    </>
  );
}
