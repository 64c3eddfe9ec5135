/** The outbound case at hand of a seat that is ready: who it is, what is to be said, dialling, and what came of it. */
import { App, Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { callCaseResults, callJobCases } from '#contract/calls/call-jobs.ts';
import { callJobCaseLabels } from '#contract/calls/call-job-cases.labels.ts';
import { caseResults } from '#contract/calls/call-jobs.rules.ts';
import type { Output } from '#contract/http.ts';
import { useSend } from '#web/api/call.ts';
import { labelledField } from '#web/ui/form.tsx';
import { numbered } from '#web/ui/display.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { TimeField } from '#web/work-orders/time-field.tsx';

const Field = labelledField(callJobCaseLabels);
type Case = NonNullable<Output<typeof callJobCases.next>>;
interface Values {
  result: number;
  note?: string;
  again?: string;
}

function ResultForm({ one, onDone }: { one: Case; onDone: () => void }) {
  const [form] = Form.useForm<Values>();
  const result = Form.useWatch<number | undefined>('result', form);
  const send = useSend(callJobCases.result, { once: true, onSuccess: onDone });
  const submit = ({ note = '', again, ...rest }: Values) => send.mutate({ id: one.id, ...rest, note, again: again ?? null });
  return (
    <Form form={form} layout="vertical" onFinish={submit}>
      <Field name="result" rules={[{ required: true, message: '请选择外呼结果' }]}>
        <Select options={numbered(callCaseResults)} />
      </Field>
      {result === caseResults.again && (
        <Field name="again" rules={[{ required: true, message: '请选择回电时间' }]}>
          <TimeField />
        </Field>
      )}
      <Field name="note">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Field>
      <Button htmlType="submit" type="primary" block loading={send.isPending}>
        登记结果
      </Button>
    </Form>
  );
}

export function JobCase({ ready }: { ready: boolean }) {
  const { message } = App.useApp();
  const [one, setOne] = useState<Case | null>(null);
  const [skipping, setSkipping] = useState(false);
  const next = useSend(callJobCases.next, {
    onSuccess: (found) => {
      setOne(found);
      if (!found) void message.info('现在没有待拨的外呼名单');
    },
  });
  const dial = useSend(callJobCases.dial, { once: true });
  const done = () => {
    setOne(null);
    setSkipping(false);
  };
  const skip = useSend(callJobCases.skip, { onSuccess: done });
  if (!one) {
    return (
      <Button block loading={next.isPending} onClick={() => next.mutate({})}>
        领取外呼名单
      </Button>
    );
  }
  return (
    <section aria-label="外呼名单">
      <h4>{one.jobName}</h4>
      <p>
        {one.name || '未填姓名'} · {one.mobile}
        {one.attempts > 0 && ` · 已拨 ${one.attempts} 次`}
      </p>
      <RichText value={one.script} />
      <Button type="primary" block disabled={!ready} loading={dial.isPending} onClick={() => dial.mutate({ id: one.id })}>
        拨打
      </Button>
      <ResultForm one={one} onDone={done} />
      <Button type="link" block onClick={() => setSkipping(true)}>
        跳过
      </Button>
      {skipping && (
        <ReasonDialog
          title="跳过该名单"
          placeholder="如：已由护理员当面回访"
          okText="跳过"
          most={200}
          pending={skip.isPending}
          onOk={(note) => skip.mutate({ id: one.id, note })}
          onClose={() => setSkipping(false)}
        />
      )}
    </section>
  );
}
