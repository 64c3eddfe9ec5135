/** Inviting somebody by phone number or sign-in name. */
import { Alert, Form, Input, InputNumber } from 'antd';
import { WAIT_DAYS } from '#contract/onboarding/invitations.rules.ts';
import { invitations } from '#contract/onboarding/invitations.ts';
import { invitationLabels } from '#contract/onboarding/invitations.labels.ts';
import { useSend } from '#web/api/call.ts';
import { DepartmentField } from '#web/ui/department-field.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { RoleChoice } from './role-choice.tsx';

const Field = labelledField(invitationLabels);

export default function InviteDrawer({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm();
  const send = useSend(invitations.invite, { changes: [invitations.page], onSuccess: onClose });
  return (
    <SideDrawer
      title="邀请加入"
      open
      size="small"
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="发出邀请"
      confirming={send.isPending}
      onConfirm={form.submit}
    >
      <Alert
        type="info"
        showIcon
        className="y-onboarding-about"
        title="已有账号的人会收到消息，在操作控制台接受后成为本机构成员；手机号同时收到短信，没有账号的人可用该手机号注册后接受。"
      />
      <ContractForm
        route={invitations.invite}
        form={form}
        initialValues={{ days: WAIT_DAYS.usual }}
        onSubmit={(values) => send.mutate({ ...values, id: 0 } as Parameters<typeof send.mutate>[0])}
      >
        <Field name="target" wide rules={[{ required: true, whitespace: true, message: '请输入手机号或用户名' }]}>
          <Input maxLength={32} placeholder="对方的手机号或登录用户名" />
        </Field>
        <Field name="name" wide>
          <Input maxLength={20} placeholder="便于在列表中辨认，选填" />
        </Field>
        <Field name="role" wide rules={[{ required: true, message: '请选择角色' }]}>
          <RoleChoice />
        </Field>
        <Field name="deptId" wide>
          <DepartmentField />
        </Field>
        <Field name="days" wide rules={[{ required: true, message: '请输入有效期' }]}>
          <InputNumber<number> min={1} max={WAIT_DAYS.most} precision={0} suffix="天" />
        </Field>
        <Field name="note" wide>
          <Input.TextArea maxLength={100} showCount autoSize={{ minRows: 2, maxRows: 4 }} placeholder="对方会看到，选填" />
        </Field>
      </ContractForm>
    </SideDrawer>
  );
}
