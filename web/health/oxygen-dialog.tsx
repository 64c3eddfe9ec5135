/** The doctor's order for an oxygen saturation of 88–92 %. */
import { Form, Input } from 'antd';
import { useState } from 'react';
import { earlyWarnings } from '#contract/health/early-warnings.ts';
import { titleOf } from '#contract/labels.ts';
import { oxygenTargetLabels } from '#contract/health/early-warnings.labels.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Day } from '#web/ui/day.tsx';
import { formatTime } from '#web/ui/display.ts';

interface Values {
  prescriber: string;
  prescribedOn: string;
  endsOn: string | null;
  reason: string;
}

export function OxygenDialog({ personId, onClose }: { personId: number; onClose: () => void }) {
  const send = useSend(earlyWarnings.prescribe, { changes: [earlyWarnings.score], onSuccess: onClose });
  const [today] = useState(() => formatTime(Date.now(), 'yyyy-MM-dd'));
  return (
    <FormDialog<Values>
      title="血氧目标88–92%（量表2）"
      okText="保存"
      pending={send.isPending}
      initial={{ prescribedOn: today, endsOn: null }}
      onSubmit={(values) => send.mutate({ ...values, endsOn: values.endsOn ?? null, oldmanId: personId })}
      onClose={onClose}
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
    </FormDialog>
  );
}
