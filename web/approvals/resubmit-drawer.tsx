/** A general application that was returned: changed by its applicant and submitted again. */
import { Form } from 'antd';
import { useId } from 'react';
import { approvalCases } from '#contract/approvals/approval-cases.ts';
import type { FormValues } from '#contract/approvals/approval-forms.rules.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ApprovalFields, sentValues } from './approval-fields.tsx';
import { useCaseSend, type ApprovalCase } from './case-calls.ts';
import './approvals.css';

export function ResubmitDrawer({ found, reread, onClose }: { found: ApprovalCase; reread: () => void; onClose: () => void }) {
  const [form] = Form.useForm<FormValues>();
  const name = useId();
  const send = useCaseSend(approvalCases.resubmit, onClose, reread);
  return (
    <SideDrawer
      title={`修改：${found.name}`}
      open
      size="small"
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="重新提交"
      confirming={send.isPending}
      onConfirm={() => form.submit()}
    >
      <Form
        form={form}
        name={name}
        layout="vertical"
        initialValues={found.form ?? {}}
        scrollToFirstError={{ block: 'center', focus: true }}
        onFinish={(typed) => send.mutate({ id: found.id, values: sentValues(found.fields, typed) })}
      >
        <ApprovalFields fields={found.fields} />
      </Form>
    </SideDrawer>
  );
}
