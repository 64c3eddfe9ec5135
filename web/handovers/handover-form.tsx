/** Writing a handover: the proposed text, all of it to be changed; saved as a draft, then signed. */
import { App, Button, Form, Input } from 'antd';
import { useRef, useState } from 'react';
import { handoverParts } from '#contract/handovers/handover-commands.rules.ts';
import { handoverLabels } from '#contract/handovers/handovers.labels.ts';
import { handovers, MOST_PART } from '#contract/handovers/handovers.ts';
import type { Input as InputOf } from '#contract/http.ts';
import { users } from '#contract/users/users.ts';
import { call, useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { go } from '#web/shell/go.ts';
import { Carried } from '#web/ui/carried.tsx';
import { Day } from '#web/ui/day.tsx';
import { shortTime } from '#web/ui/display.ts';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { PickIdField } from '#web/ui/pick-field.tsx';
import { StaffPicker } from '#web/ui/staff-picker.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import type { Handover } from './handover.tsx';
import { HANDOVERS } from './handover-tags.tsx';
import './handovers.css';

const Field = labelledField(handoverLabels);

type Values = Omit<InputOf<typeof handovers.update>, 'id' | 'version' | 'startTime' | 'endTime'> & { startTime: string; endTime: string };

export function HandoverForm({ handover, onSaved }: { handover: Handover; onSaved: () => void }) {
  const { modal, message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [reading, setReading] = useState(false);
  const { id, version } = handover;
  const save = useSend(handovers.update, {
    changes: [handovers.get, handovers.page],
    onSuccess: () => {
      saved.current = sent.current;
      onSaved();
    },
  });
  /** What was sent last, and what was saved last, as text; null while there was nothing. */
  const sent = useRef<string | null>(null);
  const saved = useRef<string | null>(null);
  const sign = useSend(handovers.sign, { changes: [handovers.get, handovers.page], onSuccess: () => go(HANDOVERS) });
  const remove = useSend(handovers.remove, { changes: [handovers.page], onSuccess: () => go(HANDOVERS) });
  const inputOf = (): InputOf<typeof handovers.update> => {
    const all = form.getFieldsValue(true) as Values;
    sent.current = JSON.stringify(all);
    const { startTime, endTime, receiverId, ...values } = all;
    const text = Object.fromEntries(handoverParts.map((part) => [part, values[part] ?? '']));
    return { ...text, id, version, startTime, endTime, receiverId: receiverId ?? null };
  };
  useUnsaved(true, () => form.isFieldsTouched() && JSON.stringify(form.getFieldsValue(true)) !== saved.current);
  const propose = async () => {
    const before = { ...(form.getFieldsValue(true) as Values) };
    const { startTime, endTime } = before;
    setReading(true);
    try {
      const { remarks: _own, ...text } = await call(handovers.draft, { startTime, endTime });
      // What was written while it was being read stays.
      const now = form.getFieldsValue(true) as Values;
      const kept = Object.entries(text).filter(([part]) => now[part as keyof typeof text] === before[part as keyof typeof text]);
      form.setFieldsValue(Object.fromEntries(kept));
      void message.success('已按班次重新草拟');
    } catch {
      // The call has said why.
    } finally {
      setReading(false);
    }
  };
  const askPropose = () =>
    form.isFieldsTouched([...handoverParts])
      ? void modal.confirm({
          title: '重新草拟会覆盖已修改的内容',
          content: '“其他交代”保留不变。',
          okText: '重新草拟',
          cancelText: '取消',
          onOk: propose,
        })
      : void propose();
  const signNow = async () => {
    try {
      await form.validateFields();
      await save.mutateAsync(inputOf());
      await sign.mutateAsync({ id, version: version + 1 });
    } catch {
      // The form or the call has said why.
    }
  };
  const askSign = () =>
    void modal.confirm({
      title: '交班签名',
      content: '签名后等待接班人签名；接班前可以撤回，接班后不能再修改。',
      okText: '签名',
      cancelText: '取消',
      onOk: signNow,
    });
  const askRemove = () =>
    void modal.confirm({
      title: `删除${shortTime(handover.startTime, serverNow())}起的交接班草稿？`,
      content: '删除后不能恢复。',
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: () => remove.mutateAsync({ id }).catch(() => {}),
    });
  return (
    <div className="y-handover-form">
      <ContractForm
        route={handovers.update}
        form={form}
        initialValues={{ ...handover, receiverId: handover.receiverId ?? undefined, receiverName: handover.receiverName ?? undefined }}
        onSubmit={() => save.mutate(inputOf())}
      >
        <Field name="startTime">
          <Day withTime />
        </Field>
        <Field name="endTime">
          <Day withTime />
        </Field>
        <Field name="receiverId" extra="不指定时，任何有接班权限的同事都可以接班">
          <PickIdField
            nameIn="receiverName"
            route={users.page}
            placeholder="不指定"
            renderList={(pick, list) => (
              <StaffPicker title="选择接班人" {...list} onPick={({ userId, nickName }) => pick(userId, nickName)} />
            )}
          />
        </Field>
        {handoverParts.map((part) => (
          <Field key={part} name={part} wide>
            <Input.TextArea maxLength={MOST_PART} autoSize={{ minRows: 2, maxRows: 16 }} />
          </Field>
        ))}
        <Carried name="receiverName" />
      </ContractForm>
      <footer className="y-handover-foot">
        <Button danger type="text" onClick={askRemove}>
          删除草稿
        </Button>
        <Button loading={reading} onClick={askPropose}>
          按班次重新草拟
        </Button>
        <Button loading={save.isPending} onClick={() => form.submit()}>
          保存草稿
        </Button>
        <Button type="primary" loading={sign.isPending} onClick={askSign}>
          交班签名
        </Button>
      </footer>
    </div>
  );
}
