/** The doctor's order for an oxygen saturation of 88–92 %. */
import { Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { earlyWarnings } from '#contract/health/early-warnings.ts';
import { titleOf } from '#contract/labels.ts';
import { oxygenTargetLabels } from '#contract/health/early-warnings.labels.ts';
import { useSend } from '#web/api/call.ts';
import { Day } from '#web/ui/day.tsx';
import { formatTime } from '#web/ui/display.ts';

interface Values {
  prescriber: string;
  prescribedOn: string;
  endsOn: string | null;
  reason: string;
}

export function OxygenDialog({ personId, onClose }: { personId: number; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const send = useSend(earlyWarnings.prescribe, { changes: [earlyWarnings.score], onSuccess: onClose });
  const [today] = useState(() => formatTime(Date.now(), 'yyyy-MM-dd'));
  return (
    <Modal
      open
      title="血氧目标88–92%（量表2）"
      okText="保存"
      cancelText="取消"
      confirmLoading={send.isPending}
      onCancel={onClose}
      onOk={form.submit}
      destroyOnHidden
    >
      <Form
        form={form}
        name={useId()}
        layout="vertical"
        initialValues={{ prescribedOn: today, endsOn: null }}
        onFinish={(values) => send.mutate({ ...values, endsOn: values.endsOn ?? null, oldmanId: personId })}
      >
        <p className="h-hint">仅用于医生确认的高碳酸血症性呼吸衰竭，须有医嘱。</p>
        <Form.Item
          name="prescriber"
          label={titleOf(oxygenTargetLabels, 'prescriber')}
          rules={[{ required: true, whitespace: true, message: '请填写开具医嘱的医生' }]}
        >
          <Input maxLength={20} />
        </Form.Item>
        <Form.Item
          name="prescribedOn"
          label={titleOf(oxygenTargetLabels, 'prescribedOn')}
          rules={[{ required: true, message: '请选择医嘱日期' }]}
        >
          <Day notAfter={today} />
        </Form.Item>
        <Form.Item name="endsOn" label={titleOf(oxygenTargetLabels, 'endsOn')}>
          <Day notBefore={today} placeholder="长期" />
        </Form.Item>
        <Form.Item
          name="reason"
          label={titleOf(oxygenTargetLabels, 'reason')}
          rules={[{ required: true, whitespace: true, message: '请填写原因' }]}
        >
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
