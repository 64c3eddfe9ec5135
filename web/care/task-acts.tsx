/** Dealing with a care task at a desk: one press, a question where two are needed or a value, ten seconds to take it back. */
import { Form, Input, InputNumber, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { isOpenPhase, notDoneReasons, OTHER_REASON, taskPhases } from '#contract/care/care-tasks.rules.ts';
import { careTaskLabels } from '#contract/care/care-tasks.labels.ts';
import { careTasks } from '#contract/care/care-tasks.ts';
import { titleOf } from '#contract/labels.ts';
import { now } from '#contract/screens/now.ts';
import { useSend } from '#web/api/call.ts';
import { ColleagueField } from '#web/approvals/colleague-field.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { pickGuard } from '#web/ui/pick-guard.ts';
import type { RowAction } from '#web/ui/row-actions.tsx';
import { SAID_SECONDS, useSaidWith } from '#web/ui/said-with.tsx';

export type Task = RowOf<typeof careTasks.page>;

const CHANGES = [careTasks.page, careTasks.figures, now.read];
const label = (name: keyof typeof careTaskLabels) => titleOf(careTaskLabels, name);

interface Answers {
  secondUserId?: number | null;
  value?: number | null;
  note?: string;
}

function DoneDialog({
  task,
  pending,
  onDone,
  onClose,
}: {
  task: Task;
  pending: boolean;
  onDone: (a: Answers) => void;
  onClose: () => void;
}) {
  return (
    <FormDialog<Answers>
      title={`${task.oldmanName}：${task.name}`}
      okText="完成"
      pending={pending}
      width={440}
      onSubmit={onDone}
      onClose={onClose}
    >
      {task.two && (
        <Form.Item name="secondUserId" label={label('secondUserId')} rules={[{ required: true, message: '请选择另一名护理员' }]}>
          <ColleagueField />
        </Form.Item>
      )}
      {task.unit !== null && (
        <Form.Item name="value" label={`${label('value')}（${task.unit}）`} rules={[{ required: true, message: '请填写数值' }]}>
          <InputNumber min={0} max={99_999} suffix={task.unit} />
        </Form.Item>
      )}
      <Form.Item name="note" label={label('note')}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  );
}

interface Refusal {
  reason: string;
  note?: string;
}

function NotDoneDialog({
  task,
  pending,
  onDone,
  onClose,
}: {
  task: Task;
  pending: boolean;
  onDone: (r: Refusal) => void;
  onClose: () => void;
}) {
  const [form] = Form.useForm<Refusal>();
  const reason = Form.useWatch('reason', form);
  return (
    <FormDialog<Refusal>
      form={form}
      title={`${task.oldmanName}：${task.name}未完成`}
      okText="登记"
      pending={pending}
      width={440}
      onSubmit={onDone}
      onClose={onClose}
    >
      <Form.Item name="reason" label={label('reason')} rules={[{ required: true, message: '请选择原因' }]}>
        <Select options={choices(notDoneReasons)} placeholder="请选择原因" />
      </Form.Item>
      <Form.Item
        name="note"
        label={label('note')}
        rules={[{ required: Number(reason) === OTHER_REASON, whitespace: true, message: '请说明未完成的原因' }]}
      >
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  );
}

/** `const acts = useTaskActs(); … actions={acts.actions} … {acts.dialogs}` */
export function useTaskActs(): { actions: (task: Task) => RowAction[]; dialogs: ReactNode } {
  const tell = useSaidWith();
  const [asking, setAsking] = useState<{ task: Task; what: 'done' | 'notDone' } | null>(null);
  const close = () => setAsking(null);
  const undo = useSend(careTasks.undo, { changes: CHANGES });
  const said = (text: string, id: number) => {
    tell({
      key: `care-task-${id}`,
      title: text,
      description: `${SAID_SECONDS}秒内可以撤销`,
      label: '撤销',
      onClick: () => undo.mutate({ id }),
    });
    close();
  };
  // Somebody was faster: the list shows who.
  const failed = { changes: CHANGES, onError: ({ status }: { status: number }) => status === 409 && close() };
  const done = useSend(careTasks.done, { ...failed, once: true, onSuccess: (_ok, { id }) => said('已登记完成', Number(id)) });
  const notDone = useSend(careTasks.notDone, { ...failed, once: true, onSuccess: (_ok, { id }) => said('已登记未完成', Number(id)) });
  // What is done moves away, and the task of another person comes beneath the pointer.
  const [counts] = useState(() => pickGuard());
  const press = (task: Task) => {
    if (task.two || task.unit !== null) setAsking({ task, what: 'done' });
    else if (counts()) done.mutate({ id: task.id, version: task.version });
  };
  return {
    actions: (task) => {
      const state = { when: isOpenPhase(task.state), disabled: task.state === taskPhases.later };
      return [
        { label: '完成', onClick: () => press(task), ...state },
        { label: '未完成', onClick: () => setAsking({ task, what: 'notDone' }), ...state },
      ];
    },
    dialogs: (
      <>
        {asking?.what === 'done' && (
          <DoneDialog
            task={asking.task}
            pending={done.isPending}
            onDone={(answers) => done.mutate({ id: asking.task.id, version: asking.task.version, ...answers })}
            onClose={close}
          />
        )}
        {asking?.what === 'notDone' && (
          <NotDoneDialog
            task={asking.task}
            pending={notDone.isPending}
            onDone={({ reason, note }) =>
              notDone.mutate({ id: asking.task.id, version: asking.task.version, reason: Number(reason), note: note ?? null })
            }
            onClose={close}
          />
        )}
      </>
    ),
  };
}
