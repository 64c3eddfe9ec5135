/** A new finding of the skin. */
import { Form } from 'antd';
import { skinLabels } from '#contract/care/skin-findings.labels.ts';
import { skinFindings } from '#contract/care/skin-findings.ts';
import type { Input as InputOf } from '#contract/http.ts';
import { useSend } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { ResidentItems } from '#web/ui/resident-field.tsx';
import { LookFields } from './look-fields.tsx';
import { PartField } from './part-field.tsx';
import { skinChanges } from './skin-calls.ts';
import './skin.css';

const Field = labelledField(skinLabels);

interface Props {
  /** Whose page it is opened on. */
  person?: { id: number; name: string } | undefined;
  onDone: (id: number) => void;
  onClose: () => void;
}

export default function SkinForm({ person, onDone, onClose }: Props) {
  const [form] = Form.useForm<Record<string, unknown>>();
  const create = useSend(skinFindings.create, { changes: skinChanges, once: true, onSuccess: onDone });
  const submit = async () => {
    const values = await form.validateFields().catch(() => null);
    if (values) create.mutate(values as InputOf<typeof skinFindings.create>);
  };
  return (
    <SideDrawer
      open
      title="新增皮肤记录"
      confirmLabel="保存"
      confirming={create.isPending}
      isDirty={() => form.isFieldsTouched()}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <ContractForm route={skinFindings.create} form={form} initialValues={person ? { oldmanId: person.id, oldmanName: person.name } : {}}>
        <ResidentItems known={person !== undefined} />
        <Field name="part" wide missing="请选择部位">
          <PartField />
        </Field>
        <LookFields />
      </ContractForm>
    </SideDrawer>
  );
}
