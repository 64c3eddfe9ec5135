/** Taking an applicant in, with roles, or refusing with a reason. */
import { Descriptions, Form, Input, Radio } from 'antd';
import { invitations } from '#contract/onboarding/invitations.ts';
import { invitationLabels } from '#contract/onboarding/invitations.labels.ts';
import { useSend } from '#web/api/call.ts';
import { DepartmentField } from '#web/ui/department-field.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { RoleChoice } from './role-choice.tsx';

const Field = labelledField(invitationLabels);

export type InvitationRow = RowOf<typeof invitations.page>;

export default function AuditDrawer({ row, onClose }: { row: InvitationRow; onClose: () => void }) {
  const [form] = Form.useForm();
  const status = Form.useWatch('status', form) as '1' | '2' | undefined;
  // Who was faster is in the list that is read again.
  const send = useSend(invitations.audit, {
    changes: [invitations.page],
    onSuccess: onClose,
    onError: ({ status: code }) => code === 409 && onClose(),
  });
  return (
    <SideDrawer
      title="审核加入申请"
      open
      size="small"
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="提交"
      confirming={send.isPending}
      onConfirm={form.submit}
    >
      <Descriptions
        column={1}
        size="small"
        className="y-onboarding-about"
        items={[
          { key: 'name', label: '申请人', children: row.name },
          { key: 'target', label: '账号或手机号', children: row.target },
          { key: 'note', label: '申请说明', children: row.note || '--' },
          { key: 'time', label: '申请时间', children: row.createTime },
        ]}
      />
      <ContractForm
        route={invitations.audit}
        form={form}
        initialValues={{ status: '1' }}
        onSubmit={(values) => send.mutate({ ...values, id: row.id, version: row.version } as Parameters<typeof send.mutate>[0])}
      >
        <Field name="status" label="审核结果" wide>
          <Radio.Group
            options={[
              { value: '1', label: '同意加入' },
              { value: '2', label: '拒绝' },
            ]}
          />
        </Field>
        {status === '2' ? (
          <Field name="reason" wide rules={[{ required: true, whitespace: true, message: '请输入拒绝原因' }]}>
            <Input.TextArea maxLength={100} showCount autoSize={{ minRows: 2, maxRows: 4 }} placeholder="申请人会看到" />
          </Field>
        ) : (
          <>
            <Field name="role" wide rules={[{ required: true, message: '请选择角色' }]}>
              <RoleChoice />
            </Field>
            <Field name="deptId" wide>
              <DepartmentField />
            </Field>
          </>
        )}
      </ContractForm>
    </SideDrawer>
  );
}
