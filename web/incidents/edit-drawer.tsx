/** Completing or correcting an incident. */
import { Form } from 'antd';
import { incidents } from '#contract/incidents/incidents.ts';
import { useSend } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm } from '#web/ui/form.tsx';
import { changes, type Incident } from './incident-calls.ts';
import { allFields, inputOf, type Values } from './incident-form.tsx';

/** What is empty is not set in the form. */
const set = (row: object): Values => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

export default function EditDrawer({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const send = useSend(incidents.update, { ...changes, onSuccess: onClose });
  const { id, version } = incident;
  return (
    <SideDrawer
      title="补充不良事件"
      open
      size="large"
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="保存"
      confirming={send.isPending}
      onConfirm={() => form.submit()}
    >
      <ContractForm
        route={incidents.update}
        form={form}
        initialValues={set({ ...incident, oldmanIds: incident.people })}
        onSubmit={(values) => {
          const cleared = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === undefined ? null : value]));
          send.mutate({ ...inputOf(cleared), id, version });
        }}
      >
        {allFields}
      </ContractForm>
    </SideDrawer>
  );
}
