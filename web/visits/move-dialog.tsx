/** 改期: a visit goes to another day, time or visitor, with the reason; who goes is told. */
import { Form, Input } from 'antd';
import { titleOf } from '#contract/labels.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { visitTaskLabels } from '#contract/visits/visit-tasks.labels.ts';
import { MOVE_AHEAD_DAYS } from '#contract/visits/visit-tasks.rules.ts';
import { visitTasks } from '#contract/visits/visit-tasks.ts';
import { useSend } from '#web/api/call.ts';
import { ColleagueField } from '#web/approvals/colleague-field.tsx';
import { useToday } from '#web/ui/clock.ts';
import { Day } from '#web/ui/day.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useMay } from '#web/ui/may.ts';
import { ClockField } from '#web/work-orders/clock-field.tsx';
import { changes, type WholeVisit } from './visit-calls.ts';

const label = (name: keyof typeof visitTaskLabels) => titleOf(visitTaskLabels, name);

interface Values {
  day: string;
  clock?: string;
  userId?: number;
  reason: string;
}

export function MoveDialog({ visit, onClose }: { visit: WholeVisit; onClose: () => void }) {
  const may = useMay();
  const today = dayOf(useToday());
  const send = useSend(visitTasks.move, { ...changes, once: true, onSuccess: onClose });
  const initial = {
    day: visit.dueDay < today ? today : visit.dueDay,
    clock: visit.dueClock ?? '',
    ...(visit.userId === null ? {} : { userId: visit.userId }),
  };
  return (
    <FormDialog<Values>
      title={`探访改期：${visit.oldmanName}`}
      okText="改期"
      pending={send.isPending}
      width={440}
      initial={initial}
      onSubmit={({ day, clock, userId, reason }) =>
        send.mutate({ id: visit.id, version: visit.version, day, clock: clock || null, userId: userId ?? null, reason })
      }
      onClose={onClose}
    >
      <Form.Item name="day" label={label('dueDay')} rules={[{ required: true, message: '请选择探访日期' }]}>
        <Day notBefore={today} notAfter={nextDay(today, MOVE_AHEAD_DAYS)} />
      </Form.Item>
      <Form.Item name="clock" label={label('dueClock')}>
        <ClockField placeholder="当天任何时间" />
      </Form.Item>
      {may(visitTasks.assign) && (
        <Form.Item name="userId" label={label('userId')} extra="原探访人和新探访人都会收到消息">
          <ColleagueField />
        </Form.Item>
      )}
      <Form.Item name="reason" label={label('moveReason')} rules={[{ required: true, whitespace: true, message: '请填写改期原因' }]}>
        <Input.TextArea maxLength={100} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  );
}
