/** Correcting or taking back one value, with the reason. */
import { Form, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import { consciousnessLabels, manners, valueText, type EnteredMetric } from '#contract/health/measurements.rules.ts';
import { measurements } from '#contract/health/measurements.ts';
import { vitals } from '#contract/health/vitals.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { choices } from '#web/ui/inputs.tsx';
import type { RecordRow } from './record-table.tsx';

const CHANGES = [vitals.page, vitals.latest, vitals.series];

export function CorrectDialog({ row, onClose }: { row: RecordRow; onClose: () => void }) {
  const [mode, setMode] = useState<'correct' | 'void'>('correct');
  const settled = { changes: CHANGES, onSuccess: onClose };
  const correct = useSend(measurements.correct, settled);
  const remove = useSend(measurements.remove, settled);
  const reading = useSend(measurements.correctReading, settled);
  const metric = row.metric as EnteredMetric;
  const submit = ({ value, reason, manner }: { value: string; reason: string; manner?: number }) => {
    if (row.deviceId !== null)
      reading.mutate({ deviceId: row.deviceId, metric, time: row.time, value: mode === 'void' ? null : value, reason });
    else if (mode === 'void') remove.mutate({ id: -row.id, reason });
    else correct.mutate({ id: -row.id, value, manner: manner ?? null, reason });
  };
  return (
    <FormDialog<{ value: string; reason: string; manner?: number }>
      title={`${row.label} ${valueText(row.metric, row.value)} ${row.unit}（${row.time}）`}
      okText={mode === 'correct' ? '更正' : '作废'}
      danger={mode === 'void'}
      pending={correct.isPending || remove.isPending || reading.isPending}
      initial={{ value: String(row.value), ...(row.manner ? { manner: row.manner } : {}) }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item label="处理方式">
        <Segmented
          value={mode}
          onChange={setMode}
          options={[
            { value: 'correct', label: '更正数值' },
            { value: 'void', label: '作废，不计入' },
          ]}
          aria-label="处理方式"
        />
      </Form.Item>
      {mode === 'correct' && (
        <Form.Item
          name="value"
          label={`正确的数值${row.unit ? `（${row.unit}）` : ''}`}
          rules={[{ required: true, message: '请填写正确的数值' }]}
        >
          {row.metric === 'consciousness' ? <Select options={choices(consciousnessLabels)} /> : <Input inputMode="decimal" maxLength={6} />}
        </Form.Item>
      )}
      {mode === 'correct' && row.deviceId === null && manners[metric] && (
        <Form.Item name="manner" label="测量方式">
          <Select allowClear options={Object.entries(manners[metric] ?? {}).map(([value, label]) => ({ value: Number(value), label }))} />
        </Form.Item>
      )}
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} placeholder="如：看错一位、袖带松动、不是本人" />
      </Form.Item>
      <p className="h-hint">原值会保留在记录中，显示为已更正或已作废。</p>
    </FormDialog>
  );
}
