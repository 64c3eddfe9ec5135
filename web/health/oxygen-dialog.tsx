/** The doctor's order for an oxygen saturation of 88–92 %. */
import { Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { earlyWarnings } from '#contract/health/early-warnings.ts';
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
        <Form.Item name="prescriber" label="开具医嘱的医生" rules={[{ required: true, whitespace: true, message: '请填写开具医嘱的医生' }]}>
          <Input maxLength={20} />
        </Form.Item>
        <Form.Item name="prescribedOn" label="医嘱日期" rules={[{ required: true, message: '请选择医嘱日期' }]}>
          <Day notAfter={today} />
        </Form.Item>
        <Form.Item name="endsOn" label="结束日期">
          <Day notBefore={today} placeholder="长期" />
        </Form.Item>
        <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
