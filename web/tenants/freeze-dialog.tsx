/** Freezing a tenant says why. */
import { Form, Input, Modal } from 'antd';
import { useId } from 'react';
import { tenants } from '#contract/tenants/tenants.ts';
import { titleOf } from '#contract/labels.ts';
import { tenantLabels } from '#contract/tenants/tenants.labels.ts';
import { useSend } from '#web/api/call.ts';
import { useProve } from './prove.tsx';
import type { TenantRow } from './tenant-drawer.tsx';

export function FreezeDialog({ row, onClose }: { row: TenantRow | null; onClose: () => void }) {
  const [form] = Form.useForm<{ reason: string }>();
  const prove = useProve();
  const freeze = useSend(tenants.freeze, { changes: [tenants.page, tenants.tree], onSuccess: onClose });
  const send = async ({ reason }: { reason: string }) => {
    if (row && (await prove())) freeze.mutate({ id: row.id, status: '9', reason: reason.trim(), version: row.version });
  };
  return (
    <Modal
      title={`冻结${row?.name ?? ''}`}
      open={row !== null}
      onCancel={onClose}
      onOk={form.submit}
      okText="冻结"
      okButtonProps={{ danger: true }}
      cancelText="取消"
      confirmLoading={freeze.isPending}
      afterClose={() => form.resetFields()}
      width={460}
      className="t-freeze"
    >
      <p>冻结后，该租户所有在线用户立即退出，解冻前任何人都不能登录。数据不受影响，设备数据继续接收。</p>
      <Form form={form} name={useId()} layout="vertical" requiredMark={false} onFinish={(values) => void send(values)}>
        <Form.Item
          name="reason"
          label={titleOf(tenantLabels, 'reason')}
          rules={[{ required: true, whitespace: true, message: '请填写冻结原因' }]}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} placeholder="如 逾期未缴费" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
