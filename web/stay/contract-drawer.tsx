/** The terms of a stay from a day on: of a resident who has no contract here yet, or the next part of one. */
import { Form, Input } from 'antd';
import type { Input as InputOf } from '#contract/http.ts';
import { contractLabels } from '#contract/stay/contracts.labels.ts';
import { partNumber } from '#contract/stay/contracts.rules.ts';
import { contracts } from '#contract/stay/contracts.ts';
import { useSend } from '#web/api/call.ts';
import { Day } from '#web/ui/day.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, FormSection, labelledField } from '#web/ui/form.tsx';
import { ResidentItems } from '#web/ui/resident-field.tsx';
import { contractChanges, type Contract } from './stay-calls.ts';
import { aYearFrom, newTerms, termFields, today } from './term-fields.tsx';
import './stay.css';

type Values = Record<string, unknown>;
const Field = labelledField(contractLabels);

const days = (
  <>
    <Field name="effectiveDate">
      <Day />
    </Field>
    <Field name="endDate">
      <Day />
    </Field>
    <Field name="signedDate">
      <Day />
    </Field>
  </>
);

const changeFields = (
  <>
    <FormSection title="变更">
      {days}
      <Field name="reason" wide>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 1, maxRows: 4 }} placeholder="如 护理等级变更、调换房间" />
      </Field>
    </FormSection>
    {termFields}
  </>
);

const newFields = (
  <>
    <FormSection title="合同">
      <ResidentItems known={false} />
      {days}
    </FormSection>
    {termFields}
  </>
);

interface Props {
  /** The part that the new one follows; null: the person has no contract yet. */
  last: Contract | null;
  person?: { id: number; name: string };
  onClose: () => void;
}

export default function ContractDrawer({ last, person, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const done = { ...contractChanges, once: true, onSuccess: onClose };
  const create = useSend(contracts.create, done);
  const change = useSend(contracts.change, done);
  const route = last ? contracts.change : contracts.create;
  const sent = Object.keys(route.input.shape);
  const held = last ? Object.fromEntries(Object.entries(last).filter(([, value]) => value !== null)) : {};
  const begins = { effectiveDate: today(), endDate: last?.endDate ?? aYearFrom(today()), signedDate: today() };
  const initial: Values = last
    ? { ...held, ...begins, reason: undefined, files: [] }
    : { ...newTerms, ...begins, ...(person && { oldmanId: person.id, oldmanName: person.name }) };
  return (
    <SideDrawer
      title={last ? `变更${last.oldmanName}的合同${partNumber(last)}` : '登记入住合同'}
      open
      size="large"
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel={last ? '保存变更' : '登记'}
      confirming={create.isPending || change.isPending}
      onConfirm={() => form.submit()}
    >
      <ContractForm
        route={route}
        form={form}
        initialValues={initial}
        onSubmit={(values) => {
          const own = Object.fromEntries(Object.entries(values).filter(([name]) => sent.includes(name)));
          if (last) change.mutate({ ...own, id: last.id, version: last.version } as InputOf<typeof contracts.change>);
          else create.mutate(own as InputOf<typeof contracts.create>);
        }}
      >
        {last ? changeFields : newFields}
      </ContractForm>
    </SideDrawer>
  );
}
