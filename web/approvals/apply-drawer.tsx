/** 发起申请: the flows that one may ask for, then the form of the chosen one. What was typed stays until the server has taken it. */
import { RightOutlined } from '@ant-design/icons';
import { Button, Empty, Form, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { approvalCases } from '#contract/approvals/approval-cases.ts';
import type { FormValues } from '#contract/approvals/approval-forms.rules.ts';
import { approvalPages } from '#contract/approvals/approval-kinds.ts';
import type { Output } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { approvalAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ApprovalFields, sentValues } from './approval-fields.tsx';
import './approvals.css';

type Offered = Output<typeof approvalCases.offered>[number];

function Choice({ onChoose, onLeave }: { onChoose: (flow: Offered) => void; onLeave: () => void }) {
  const offered = useCall(approvalCases.offered, {}, { quiet: true });
  const pick = (flow: Offered) => {
    const page = approvalPages[flow.kind];
    if (!page) return onChoose(flow);
    onLeave();
    go(page);
  };
  if (offered.isError)
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={offered.error.message}>
        <Button onClick={() => void offered.refetch()}>重试</Button>
      </Empty>
    );
  if (!offered.data) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (offered.data.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有已发布的流程，请联系管理员在“审批流程”中设置" />;
  return (
    <ul className="ap-offered">
      {offered.data.map((flow) => (
        <li key={flow.definitionId}>
          <button type="button" onClick={() => pick(flow)}>
            <b>{flow.name}</b>
            <span>{flow.description || '没有说明'}</span>
            <RightOutlined aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

export default function ApplyDrawer({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<FormValues>();
  const name = useId();
  const [flow, setFlow] = useState<Offered | null>(null);
  const apply = useSend(approvalCases.apply, {
    changes: [approvalCases.page, approvalCases.count],
    once: true,
    onSuccess: (id) => {
      onClose();
      go(approvalAddress(id));
    },
  });
  const isDirty = () => flow !== null && form.isFieldsTouched();
  return (
    <SideDrawer
      title={flow ? `发起申请：${flow.name}` : '发起申请'}
      open
      size="small"
      onClose={onClose}
      isDirty={isDirty}
      confirmLabel="提交申请"
      {...(flow ? { onConfirm: () => form.submit() } : {})}
      confirming={apply.isPending}
      extra={
        flow && (
          <Button
            onClick={() => {
              form.resetFields();
              setFlow(null);
            }}
          >
            重选流程
          </Button>
        )
      }
    >
      {flow ? (
        <>
          {flow.description && <p className="ap-hint">{flow.description}</p>}
          <Form
            form={form}
            name={name}
            layout="vertical"
            scrollToFirstError={{ block: 'center', focus: true }}
            onFinish={(typed) => apply.mutate({ definitionId: flow.definitionId, values: sentValues(flow.fields, typed) })}
          >
            <ApprovalFields fields={flow.fields} />
          </Form>
        </>
      ) : (
        <Choice onChoose={setFlow} onLeave={onClose} />
      )}
    </SideDrawer>
  );
}
