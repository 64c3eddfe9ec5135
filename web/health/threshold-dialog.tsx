/** Setting the limits of one metric, of a person or of the institution. */
import { App, Form, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { metrics } from '#contract/health/metrics.ts';
import { limitsProblem, normalText, type JudgedMetric } from '#contract/health/thresholds.rules.ts';
import { thresholds } from '#contract/health/thresholds.ts';
import { vitals } from '#contract/health/vitals.ts';
import type { Output } from '#contract/http.ts';
import { titleOf } from '#contract/labels.ts';
import { thresholdLabels } from '#contract/health/thresholds.labels.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Day } from '#web/ui/day.tsx';
import { formatTime } from '#web/ui/display.ts';

export type Effective = Output<typeof thresholds.defaults>['effective'][number];

interface Values {
  lowCritical: number | null;
  low: number | null;
  high: number | null;
  highCritical: number | null;
  percent: number;
  needed: number;
  windowSize: number;
  startsOn: string;
  endsOn: string | null;
  reason: string;
}

const LIMITS = [
  { name: 'lowCritical', label: '过低 ≤' },
  { name: 'low', label: '偏低 ≤' },
  { name: 'high', label: '偏高 ≥' },
  { name: 'highCritical', label: '过高 ≥' },
] as const;

export function ThresholdDialog({ row, personId, onClose }: { row: Effective; personId: number | null; onClose: () => void }) {
  const name = row.metric as JudgedMetric;
  const { label, unit, decimals, number } = metrics[name];
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [problem, setProblem] = useState<string | null>(null);
  const typed = Form.useWatch([], form) as Values | undefined;
  const settled = {
    changes: [thresholds.ofPerson, thresholds.defaults, vitals.latest, vitals.series],
    onSuccess: () => {
      void message.success('设置成功');
      onClose();
    },
    onError: (error: Error) => setProblem(error.message),
    quiet: true,
  };
  const own = useSend(thresholds.set, settled);
  const house = useSend(thresholds.setDefault, settled);
  const [today] = useState(() => formatTime(Date.now(), 'yyyy-MM-dd'));
  // Only what is this person's, or the institution's, own can have been changed by somebody else meanwhile.
  const mine = row.threshold && row.origin === (personId === null ? 'institution' : 'person') ? row.threshold : null;
  const limitsOf = (values: Values) => ({
    lowCritical: values.lowCritical ?? null,
    low: values.low ?? null,
    high: values.high ?? null,
    highCritical: values.highCritical ?? null,
    needed: values.needed,
    windowSize: values.windowSize,
  });
  const submit = (values: Values) => {
    const limits = limitsOf(values);
    const found = limitsProblem(name, limits);
    setProblem(found);
    if (found) return;
    const covers = mine !== null && mine.startsOn <= values.startsOn && (mine.endsOn === null || mine.endsOn >= values.startsOn);
    const input = {
      ...limits,
      metric: name,
      hysteresis: values.percent / 100,
      startsOn: values.startsOn,
      endsOn: values.endsOn ?? null,
      reason: values.reason,
      seenId: covers ? mine.id : null,
      version: covers ? mine.version : null,
    };
    if (personId === null) house.mutate(input);
    else own.mutate({ ...input, oldmanId: personId });
  };
  const typedProblem = typed ? limitsProblem(name, limitsOf(typed)) : null;
  const preview = typed && typedProblem === null ? normalText({ metric: number, ...limitsOf(typed) }) : null;
  return (
    <FormDialog
      form={form}
      title={`${personId === null ? '机构默认' : '个人'}阈值：${label}（${unit}）`}
      okText="保存"
      pending={own.isPending || house.isPending}
      width={600}
      className="h-limits"
      initial={{
        lowCritical: row.lowCritical,
        low: row.low,
        high: row.high,
        highCritical: row.highCritical,
        percent: Math.round(row.hysteresis * 100),
        needed: row.needed,
        windowSize: row.windowSize,
        startsOn: today,
        endsOn: null,
        reason: '',
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      {LIMITS.map((limit) => (
        <Form.Item key={limit.name} name={limit.name} label={limit.label}>
          <InputNumber step={10 ** -decimals} precision={decimals} placeholder="不限" />
        </Form.Item>
      ))}
      {typedProblem ? (
        <p className="h-wide h-problem" role={problem === typedProblem ? 'alert' : 'status'}>
          {typedProblem}
        </p>
      ) : (
        <p className="h-wide h-preview">{preview && `正常范围：${preview} ${unit}`}</p>
      )}
      <Form.Item name="needed" label={titleOf(thresholdLabels, 'needed')} rules={[{ required: true, message: '请填写' }]}>
        <InputNumber min={1} max={10} precision={0} />
      </Form.Item>
      <Form.Item name="windowSize" label={titleOf(thresholdLabels, 'windowSize')} rules={[{ required: true, message: '请填写' }]}>
        <InputNumber min={1} max={10} precision={0} />
      </Form.Item>
      <Form.Item
        name="percent"
        label="回差（%）"
        tooltip="数值回到界限以内超过正常范围的这个比例，才算恢复，避免在界限上反复报警"
        rules={[{ required: true, message: '请填写' }]}
      >
        <InputNumber min={0} max={50} precision={0} />
      </Form.Item>
      <span />
      <Form.Item name="startsOn" label={titleOf(thresholdLabels, 'startsOn')} rules={[{ required: true, message: '请选择生效日期' }]}>
        <Day notBefore={today} />
      </Form.Item>
      <Form.Item name="endsOn" label={titleOf(thresholdLabels, 'endsOn')}>
        <Day notBefore={typed?.startsOn ?? today} placeholder="长期有效" />
      </Form.Item>
      <Form.Item
        name="reason"
        label="设置原因"
        className="h-wide"
        rules={[{ required: true, whitespace: true, message: '请填写设置原因' }]}
      >
        <Input.TextArea
          maxLength={200}
          autoSize={{ minRows: 2, maxRows: 4 }}
          placeholder={personId === null ? '如：院内会议决定' : '如：遵医嘱，长期服用β受体阻滞剂'}
        />
      </Form.Item>
      {problem && problem !== typedProblem && (
        <p className="h-wide h-problem" role="alert">
          {problem}
        </p>
      )}
    </FormDialog>
  );
}
