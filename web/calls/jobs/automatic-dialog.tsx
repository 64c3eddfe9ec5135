/** A job that is filled each day by its conditions: a new one, or the conditions of one that there is. */
import { Form, InputNumber } from 'antd';
import { callJobLabels } from '#contract/calls/call-jobs.labels.ts';
import { callJobs } from '#contract/calls/call-jobs.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { FormSection, labelledField } from '#web/ui/form.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { JobFields } from './job-fields.tsx';
import { RuleFields, ruleNames, ruleOf, RulePreview, type RuleValues } from './rule-fields.tsx';

const Field = labelledField(callJobLabels);
type Row = RowOf<typeof callJobs.page>;
type Values = RuleValues & { againDays: number } & Record<string, unknown>;

const rest = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !(ruleNames as readonly string[]).includes(name)));

export default function AutomaticDialog({ job, onClose }: { job: Row | null; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const done = { changes: [callJobs.page], onSuccess: onClose };
  const create = useSend(callJobs.automatic, { ...done, once: true });
  const update = useSend(callJobs.update, done);
  const submit = (values: Values) => {
    const rule = ruleOf(values);
    if (job) update.mutate({ id: job.id, name: job.name, kind: job.kind, version: job.version, rule, againDays: values.againDays });
    else create.mutate({ ...(rest(values) as Parameters<typeof create.mutate>[0]), rule });
  };
  const initial = job
    ? { ...job.rule, againDays: job.againDays }
    : {
        kind: 1,
        dialling: 1,
        lines: 2,
        mostAttempts: 3,
        pauseMinutes: 60,
        hours: [{ days: [], from: '09:00', to: '18:00' }],
        againDays: 30,
      };
  return (
    <FormDialog<Values>
      title={job ? `名单条件：${job.name}` : '新增自动任务'}
      okText={job ? '保存' : '创建并开始'}
      width={760}
      className="y-form"
      form={form}
      pending={create.isPending || update.isPending}
      initial={initial as Partial<Values>}
      onSubmit={submit}
      onClose={onClose}
    >
      {!job && (
        <FormSection title="基本信息">
          <JobFields example="每日生日祝福" rules={[{ required: true, message: '请输入任务名称' }]} />
        </FormSection>
      )}
      <RuleFields title="每天零点列入谁（同时满足所填的条件）">
        <Field name="againDays" extra="这些天内列入过的人不再列入">
          <InputNumber<number> min={1} max={3650} precision={0} suffix="天" />
        </Field>
      </RuleFields>
      <RulePreview
        {...(job ? { jobId: job.id } : {})}
        rule={() => ruleOf(form.getFieldsValue(true))}
        againDays={() => form.getFieldValue('againDays') as number | undefined}
      />
    </FormDialog>
  );
}
