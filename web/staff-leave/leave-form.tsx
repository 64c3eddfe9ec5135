/** Asking for leave, and asking again for one that was returned: in a drawer of the page and on the phone. */
import { Alert, Form, Input, Radio, Select, type FormInstance } from 'antd';
import type { Input as InputOf, Output } from '#contract/http.ts';
import { halfLabels, leaveDaysOf, type LeaveDays } from '#contract/staff-leave/leave-spans.rules.ts';
import { leaveLabels } from '#contract/staff-leave/staff-leaves.labels.ts';
import { leaveTypes, staffLeaves } from '#contract/staff-leave/staff-leaves.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { ColleagueField } from '#web/approvals/colleague-field.tsx';
import { PictureListField } from '#web/approvals/picture-list-field.tsx';
import { Day } from '#web/ui/day.tsx';
import { formatTime } from '#web/ui/display.ts';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import './staff-leave.css';

export type Leave = Output<typeof staffLeaves.get>;
const Field = labelledField(leaveLabels);

const halves = Object.entries(halfLabels).map(([value, label]) => ({ value, label }));
const types = leaveTypes.map((value) => ({ value, label: value }));

type Values = InputOf<typeof staffLeaves.create>;

/** How long it is and what its approval takes off, while it is written. */
function Preview({ form }: { form: FormInstance }) {
  const startDay = Form.useWatch<string | undefined>('startDay', form);
  const startHalf = Form.useWatch<LeaveDays['startHalf'] | undefined>('startHalf', form);
  const endDay = Form.useWatch<string | undefined>('endDay', form);
  const endHalf = Form.useWatch<LeaveDays['endHalf'] | undefined>('endHalf', form);
  const days = { startDay, startHalf, endDay, endHalf } as LeaveDays;
  const preview = useCall(staffLeaves.preview, days, { enabled: Object.values(days).every(Boolean), quiet: true, retry: false });
  if (preview.isError) return <Alert type="warning" showIcon title={preview.error.message} />;
  if (!preview.data) return null;
  const { days: length, shifts, services } = preview.data;
  const effects = [...(shifts > 0 ? [`${shifts}个班次移出排班`] : []), ...(services > 0 ? [`${services}项服务另派他人`] : [])];
  return (
    <Alert type="info" showIcon title={`共 ${length} 天${effects.length > 0 ? `，批准后${effects.join('、')}` : '，期间没有班次和服务'}`} />
  );
}

const valuesOf = ({ type, startTime, endTime, reason, files, handTo }: Leave) => ({
  type,
  ...leaveDaysOf({ starts_at: startTime, ends_at: endTime }),
  reason,
  handTo,
  files,
});

/** How a form is sent; `leave`: the one that was returned. */
export function useSendLeave(leave: Leave | null, onSent: () => void) {
  const done = { changes: [staffLeaves.page, staffLeaves.mine, staffLeaves.get], onSuccess: onSent };
  const create = useSend(staffLeaves.create, { ...done, once: true });
  const resubmit = useSend(staffLeaves.resubmit, done);
  return {
    sending: create.isPending || resubmit.isPending,
    send(values: Values) {
      const input = { ...values, handTo: values.handTo ?? null };
      if (leave) resubmit.mutate({ ...input, id: leave.id, version: leave.version });
      else create.mutate(input);
    },
  };
}

interface Props {
  form: FormInstance;
  leave: Leave | null;
  onSubmit: (values: Values) => void;
}

export function LeaveForm({ form, leave, onSubmit }: Props) {
  const today = formatTime(serverNow(), 'yyyy-MM-dd');
  return (
    <ContractForm
      route={staffLeaves.create}
      form={form}
      initialValues={leave ? valuesOf(leave) : { startDay: today, startHalf: 'am', endDay: today, endHalf: 'pm' }}
      onSubmit={(values) => onSubmit(values as unknown as Values)}
    >
      <Field name="type">
        <Select placeholder="请选择请假类型" options={types} />
      </Field>
      <Field name="handTo">
        <ColleagueField placeholder="输入姓名查找，可不选" />
      </Field>
      <Field name="startDay">
        <Day />
      </Field>
      <Field name="startHalf">
        <Radio.Group options={halves} optionType="button" />
      </Field>
      <Field name="endDay">
        <Day />
      </Field>
      <Field name="endHalf">
        <Radio.Group options={halves} optionType="button" />
      </Field>
      <div className="y-form-wide y-leave-preview" aria-live="polite">
        <Preview form={form} />
      </div>
      <Field name="reason" wide>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 6 }} placeholder="如 孩子生病需要照顾" />
      </Field>
      <Field name="files" wide>
        <PictureListField />
      </Field>
    </ContractForm>
  );
}
