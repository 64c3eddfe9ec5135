/** How much a person should drink and pass in a day. */
import { Form, InputNumber } from 'antd';
import { careChartLabels } from '#contract/care/care-charts.labels.ts';
import { careCharts } from '#contract/care/care-charts.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { Chart } from './chart-calls.ts';

interface Values {
  intakeLow?: number | null;
  intakeHigh?: number | null;
  outputLow?: number | null;
}
const NAMES = ['intakeLow', 'intakeHigh', 'outputLow'] as const;

export function TargetDialog({ personId, target, onClose }: { personId: number; target: Chart['target']; onClose: () => void }) {
  const save = useSend(careCharts.saveTarget, { changes: [careCharts.read], onSuccess: onClose });
  return (
    <FormDialog<Values>
      title="每天的出入量目标"
      okText="保存"
      width={420}
      pending={save.isPending}
      initial={target ?? {}}
      onSubmit={(values) => save.mutate({ oldmanId: personId, ...(target ? { version: target.version } : {}), ...values })}
      onClose={onClose}
    >
      {NAMES.map((name) => (
        <Form.Item key={name} name={name} label={careChartLabels[name]}>
          <InputNumber min={1} max={20_000} precision={0} suffix="ml" placeholder="不要求" />
        </Form.Item>
      ))}
    </FormDialog>
  );
}
