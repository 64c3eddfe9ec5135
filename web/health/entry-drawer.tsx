/** Entering one person's values: only what was measured is filled in. */
import { App, Checkbox, Form, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { consciousnessLabels, manners, type EnteredMetric } from '#contract/health/measurements.rules.ts';
import { measurements } from '#contract/health/measurements.ts';
import { earlyWarnings } from '#contract/health/early-warnings.ts';
import { observations } from '#contract/health/observations.ts';
import { overviews } from '#contract/health/overviews.ts';
import { vitals } from '#contract/health/vitals.ts';
import { metrics } from '#contract/health/metrics.ts';
import { levelLabels, type Level } from '#contract/health/thresholds.rules.ts';
import type { Output } from '#contract/http.ts';
import { useSend } from '#web/api/call.ts';
import { Day } from '#web/ui/day.tsx';
import { formatTime } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { pressuresOf, valuesOf, type Manners, type Typed } from './entry-form.ts';
import './health.css';

type Judged = Output<typeof measurements.create>['judged'];

/** `心率 140 过高、体温 39.2 过高`. */
export const judgedText = (judged: Judged) =>
  judged.map(({ metric, value, level }) => `${metrics[metric as EnteredMetric].label} ${value} ${levelLabels[level as Level]}`).join('、');

const PLAIN: readonly { metric: EnteredMetric; hint: string }[] = [
  { metric: 'temperature', hint: '36.5' },
  { metric: 'heartRate', hint: '72' },
  { metric: 'breathing', hint: '18' },
  { metric: 'oxygen', hint: '97' },
  { metric: 'glucose', hint: '5.6' },
  { metric: 'oxygenFlow', hint: '0 为未吸氧' },
  { metric: 'sleep', hint: '昨夜，如 6.5' },
  { metric: 'steps', hint: '今日累计' },
];

const LYING = 2;

const mannerOptions = (metric: EnteredMetric) =>
  Object.entries(manners[metric] ?? {}).map(([value, label]) => ({ value: Number(value), label }));

interface Props {
  personId: number;
  name: string;
  /** An observation that these values fulfil. */
  task?: { id: number; orthostatic: boolean } | undefined;
  onClose: () => void;
}

interface Values {
  time: string;
  typed?: Typed;
  manner?: Manners;
  posture?: number;
  pressures?: string;
  standing?: string;
  consciousness?: string;
  doubtful?: boolean;
  note?: string;
}

export function EntryDrawer({ personId, name, task, onClose }: Props) {
  const { modal, message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const posture = Form.useWatch('posture', form) as number | undefined;
  const [opened] = useState(() => formatTime(Date.now()));
  const [dirty, setDirty] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = useSend(measurements.create, {
    changes: [vitals.latest, vitals.series, vitals.page, overviews.page, overviews.summary, observations.page, earlyWarnings.score],
    onSuccess: ({ judged, orthostatic }) => {
      onClose();
      const found = [
        ...(judged.length > 0 ? [judgedText(judged)] : []),
        ...(orthostatic ? ['起立后血压明显下降，提示体位性低血压，请防跌倒并报告医生'] : []),
      ];
      void message.success('录入成功');
      if (found.length > 0) modal.warning({ title: `${name}有异常值`, content: found.join('；'), okText: '知道了' });
    },
    onError: (error) => setProblem(error.message),
    quiet: true,
  });
  const submit = () => {
    const {
      time,
      typed = {},
      manner = {},
      pressures = '',
      standing = '',
      posture,
      consciousness,
      doubtful = false,
      note = '',
    } = form.getFieldsValue(true) as Values;
    const pair = pressures.trim() === '' ? {} : pressuresOf(pressures);
    if (pair === null) return setProblem('血压请按“收缩压/舒张压”填写，如 128/76');
    const up = standing.trim() === '' ? null : pressuresOf(standing);
    if (up === null && standing.trim() !== '') return setProblem('立位血压请按“收缩压/舒张压”填写，如 118/72');
    if (!time) return setProblem('请选择测量时间');
    const all = { ...typed, ...pair, ...(consciousness ? { consciousness } : {}) };
    const { values, problem: found } = valuesOf(all, { ...manner, ...(posture ? { systolic: posture, diastolic: posture } : {}) });
    setProblem(found);
    if (found === null)
      send.mutate({
        oldmanId: personId,
        time,
        values,
        doubtful,
        note,
        taskId: task?.id ?? null,
        standing: up as { systolic: string; diastolic: string } | null,
      });
  };
  return (
    <SideDrawer
      title={`录入体征：${name}`}
      open
      onClose={onClose}
      isDirty={() => dirty}
      confirmLabel="保存"
      confirming={send.isPending}
      onConfirm={submit}
    >
      {task && <p className="h-hint">观察任务需要完整的体征：体温、心率、呼吸、血压、血氧和意识。</p>}
      <Form
        form={form}
        name={useId()}
        layout="vertical"
        className="h-entry"
        initialValues={{ time: opened, manner: { temperature: 1 }, posture: task?.orthostatic ? LYING : 1 }}
        onValuesChange={() => setDirty(true)}
        onFinish={submit}
      >
        <Form.Item name="time" label="测量时间">
          <Day withTime />
        </Form.Item>
        <Form.Item label="血压（mmHg）" htmlFor="h-pressures">
          <div className="h-pair">
            <Form.Item name="pressures" noStyle>
              <Input id="h-pressures" placeholder="128/76" maxLength={9} inputMode="numeric" />
            </Form.Item>
            <Form.Item name="posture" noStyle>
              <Select aria-label="血压体位" options={mannerOptions('systolic')} />
            </Form.Item>
          </div>
        </Form.Item>
        {(task?.orthostatic || posture === LYING) && (
          <Form.Item name="standing" label="立位血压（起立3分钟内，mmHg）">
            <Input placeholder="118/72" maxLength={9} inputMode="numeric" />
          </Form.Item>
        )}
        {PLAIN.map(({ metric, hint }) => {
          const { label, unit } = metrics[metric];
          const id = `h-${metric}`;
          return (
            <Form.Item key={metric} label={`${label}（${unit}）`} htmlFor={id}>
              <div className="h-pair">
                <Form.Item name={['typed', metric]} noStyle>
                  <Input id={id} placeholder={hint} maxLength={6} inputMode="decimal" />
                </Form.Item>
                {manners[metric] && metric !== 'heartRate' && (
                  <Form.Item name={['manner', metric]} noStyle>
                    <Select aria-label={`${label}测量方式`} placeholder="方式" allowClear options={mannerOptions(metric)} />
                  </Form.Item>
                )}
              </div>
            </Form.Item>
          );
        })}
        <Form.Item name="consciousness" label="意识">
          <Select allowClear placeholder="未观察" options={choices(consciousnessLabels)} />
        </Form.Item>
        <Form.Item name="note" label="备注" className="h-wide">
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} placeholder="如：活动后测量、情绪激动" />
        </Form.Item>
        <Form.Item name="doubtful" valuePropName="checked" className="h-wide">
          <Checkbox>数值存疑（不参与趋势和预警，请随后复测）</Checkbox>
        </Form.Item>
        {problem && (
          <p className="h-wide h-problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
    </SideDrawer>
  );
}

export default EntryDrawer;
