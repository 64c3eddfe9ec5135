/** 试算: who would decide each step of the draft for a real person's application, and why. Nothing is kept. */
import { Alert, Empty, Form, InputNumber, Select, Tag } from 'antd';
import { useId } from 'react';
import { approvalDefinitions } from '#contract/approvals/approval-definitions.ts';
import { stepModes, type StepMode } from '#contract/approvals/approval-flows.rules.ts';
import type { ApprovalKind } from '#contract/approvals/approval-kinds.ts';
import { people as residents } from '#contract/elderly/people.ts';
import type { Output } from '#contract/http.ts';
import { useSend } from '#web/api/call.ts';
import { Carried } from '#web/ui/carried.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import { PickIdField } from '#web/ui/pick-field.tsx';
import { ColleagueField } from './colleague-field.tsx';
import { peopleOf, sendable, variablesOf, type Draft } from './flow-draft.ts';

type Asked = Output<typeof approvalDefinitions.simulate>;

interface Values {
  applicantId: number;
  personId?: number | null;
  values?: Record<string, number | string | null>;
  people?: Record<string, number | null>;
}

const needsPerson = ({ steps }: Draft) =>
  steps.some(({ deciders, escalateTo, copyTo }) =>
    [...deciders, ...escalateTo, ...copyTo].some((one) => one.by === 'head' && one.of === 'person'),
  );

function Result({ asked }: { asked: Asked }) {
  if (asked.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="这样的申请不需要任何人审批，提交后直接通过" />;
  return (
    <ol className="ap-trial" aria-label="试算结果">
      {asked.map(({ step, name, mode, people, warning }) => (
        <li key={step}>
          <header>
            <b>{name}</b>
            {people.length > 1 && <small>{stepModes[mode as StepMode] ?? mode}</small>}
          </header>
          {people.map((one) => (
            <Tag key={one.userId} variant="outlined">
              {one.name}（{one.why}）
            </Tag>
          ))}
          {warning && <Alert type="warning" showIcon title={warning} />}
        </li>
      ))}
    </ol>
  );
}

export function FlowTrial({ kind, draft, onClose }: { kind: ApprovalKind; draft: Draft; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const name = useId();
  const simulate = useSend(approvalDefinitions.simulate);
  const variables = Object.entries(variablesOf(kind, draft.fields));
  const people = Object.entries(peopleOf(kind, draft.fields));
  const submit = ({ applicantId, personId = null, values = {}, people: named = {} }: Values) => {
    const { name: _name, description: _description, ...flow } = sendable(draft);
    simulate.mutate({
      kind,
      ...flow,
      applicantId,
      personId,
      values: Object.fromEntries(
        Object.entries(values).flatMap(([key, value]) => (value === null || value === undefined ? [] : [[key, value]])),
      ),
      people: Object.fromEntries(Object.entries(named).flatMap(([key, id]) => (id ? [[key, [id]]] : []))),
    });
  };
  return (
    <SideDrawer
      title="试算审批人"
      open
      size="small"
      onClose={onClose}
      confirmLabel="试算"
      confirming={simulate.isPending}
      onConfirm={() => form.submit()}
    >
      <p className="ap-hint">按当前草稿计算，不会发出任何申请。</p>
      {/* An answer is that of the values it was asked with. */}
      <Form form={form} name={name} layout="vertical" onFinish={submit} onValuesChange={() => simulate.reset()}>
        <Form.Item name="applicantId" label="申请人" rules={[{ required: true, message: '请选择申请人' }]}>
          <ColleagueField />
        </Form.Item>
        {needsPerson(draft) && (
          <>
            <Form.Item name="personId" label="服务对象">
              <PickIdField
                nameIn="personName"
                route={residents.page}
                placeholder="申请有关的服务对象"
                renderList={(pick, list) => <PersonPicker {...list} onPick={({ id, userName }) => pick(id, userName)} />}
              />
            </Form.Item>
            <Carried name="personName" />
          </>
        )}
        {variables.map(([key, { label, unit, options }]) => (
          <Form.Item key={key} name={['values', key]} label={label}>
            {options ? (
              <Select allowClear placeholder={`请选择${label}`} options={options.map((one) => ({ value: one, label: one }))} />
            ) : (
              <InputNumber className="ap-wide" suffix={unit ?? ''} placeholder="不填时按未填写计算" />
            )}
          </Form.Item>
        ))}
        {people.map(([key, label]) => (
          <Form.Item key={key} name={['people', key]} label={label}>
            <ColleagueField />
          </Form.Item>
        ))}
      </Form>
      {simulate.data && <Result asked={simulate.data} />}
    </SideDrawer>
  );
}
