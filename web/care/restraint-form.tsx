/** An order of restraint: how, why, who decided it, who of the family consented, for how long. */
import { Form, Input, InputNumber, Radio, Select } from 'antd';
import { restraintLabels } from '#contract/care/restraints.labels.ts';
import { ordererRoles, restraintKinds, restraintReasons } from '#contract/care/restraint-commands.rules.ts';
import { restraints } from '#contract/care/restraints.ts';
import type { Input as InputOf } from '#contract/http.ts';
import { dayOf } from '#contract/time.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { PictureListField } from '#web/approvals/picture-list-field.tsx';
import { numbered } from '#web/ui/display.ts';
import { Day } from '#web/ui/day.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { ResidentItems } from '#web/ui/resident-field.tsx';
import { restraintChanges } from './restraint-calls.ts';

const Field = labelledField(restraintLabels);

interface Props {
  /** Whose page it is opened on. */
  person?: { id: number; name: string } | undefined;
  onDone: (id: number) => void;
  onClose: () => void;
}

export default function RestraintForm({ person, onDone, onClose }: Props) {
  const [form] = Form.useForm<Record<string, unknown>>();
  const limits = useCall(restraints.limits, {}, { quiet: true }).data;
  const order = useSend(restraints.order, { changes: restraintChanges, once: true, onSuccess: onDone });
  const submit = async () => {
    const values = await form.validateFields().catch(() => null);
    if (values) order.mutate(values as InputOf<typeof restraints.order>);
  };
  return (
    <SideDrawer
      open
      title="开具约束单"
      confirmLabel="开单"
      confirming={order.isPending}
      isDirty={() => form.isFieldsTouched()}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <ContractForm
        route={restraints.order}
        form={form}
        initialValues={{
          orderedRole: 1,
          consentDay: dayOf(serverNow()),
          ...(person ? { oldmanId: person.id, oldmanName: person.name } : {}),
        }}
      >
        <ResidentItems known={person !== undefined} />
        <Field name="kind" missing="请选择约束方式">
          <Select placeholder="请选择约束方式" options={choices(restraintKinds)} />
        </Field>
        <Field name="reason" missing="请选择约束原因">
          <Select placeholder="请选择约束原因" options={choices(restraintReasons)} />
        </Field>
        <Field name="reasonNote" wide>
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} placeholder="已试过哪些不约束的办法，为什么仍需约束" />
        </Field>
        <Field name="hours" missing="请填写约束时限">
          <InputNumber min={1} max={limits?.mostHours ?? 24} precision={0} placeholder={limits ? `最多${limits.mostHours}小时` : ''} />
        </Field>
        <Field name="orderedRole">
          <Radio.Group options={numbered(ordererRoles)} />
        </Field>
        <Field name="orderedName" missing="请填写决定约束的医生或护士">
          <Input maxLength={20} />
        </Field>
        <Field name="instruction" wide>
          <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} placeholder="如 松紧以能伸入两指为宜" />
        </Field>
        <Field name="consentName" missing="请填写知情同意的家属">
          <Input maxLength={20} />
        </Field>
        <Field name="consentRelation" missing="请填写家属与服务对象的关系">
          <Input maxLength={20} placeholder="如 女儿" />
        </Field>
        <Field name="consentDay" missing="请选择同意日期">
          <Day />
        </Field>
        <Field name="consentFiles" wide missing="请上传签字的知情同意书">
          <PictureListField />
        </Field>
      </ContractForm>
      {limits && (
        <p className="y-missing">
          开始后每{limits.lookMinutes}分钟观察一次，每{limits.loosenMinutes}分钟松解一次，到时限必须解除；仍需约束的重新开单。
        </p>
      )}
    </SideDrawer>
  );
}
