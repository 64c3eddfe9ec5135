/** The outbound case at hand of a seat: who it is, what is to be said and asked, dialling, and what came of it. */
import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Form, Input, Select } from 'antd';
import { Suspense, useState } from 'react';
import { callJobCases, seatResults } from '#contract/calls/call-jobs.ts';
import { callJobCaseLabels } from '#contract/calls/call-job-cases.labels.ts';
import { caseResults } from '#contract/calls/call-jobs.rules.ts';
import type { Output } from '#contract/http.ts';
import { keyOf, useCall, useSend } from '#web/api/call.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { labelledField } from '#web/ui/form.tsx';
import { numbered } from '#web/ui/display.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { TimeField } from '#web/work-orders/time-field.tsx';

const CaseQuestionnaire = lazyPart(() => import('./case-questionnaire.tsx'));

const Field = labelledField(callJobCaseLabels);
type Case = NonNullable<Output<typeof callJobCases.atHand>>;
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
        <Select options={numbered(seatResults)} />
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

function Questions({ one }: { one: Case }) {
  const [open, setOpen] = useState(false);
  if (one.questionnaireKey === null) return null;
  return (
    <>
      <Button block onClick={() => setOpen(true)}>
        {one.resultId === null ? '填写问卷' : '修改问卷'}
      </Button>
      <Suspense fallback={null}>
        {open && (
          <CaseQuestionnaire caseId={one.id} projectKey={one.questionnaireKey} resultId={one.resultId} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}

/** `ready`: the seat may dial. `asks`: without a case it may take one. */
export function JobCase({ ready, asks = true }: { ready: boolean; asks?: boolean }) {
  const { message } = App.useApp();
  const client = useQueryClient();
  const [skipping, setSkipping] = useState(false);
  const { data: one, error, refetch } = useCall(callJobCases.atHand, {}, { quiet: true });
  const next = useSend(callJobCases.next, {
    changes: [callJobCases.atHand],
    onSuccess: (found) => {
      if (!found) void message.info('现在没有待拨的外呼名单');
    },
  });
  const dial = useSend(callJobCases.dial, { once: true });
  const done = () => {
    setSkipping(false);
    void client.invalidateQueries({ queryKey: keyOf(callJobCases.atHand) });
  };
  const skip = useSend(callJobCases.skip, { onSuccess: done });
  if (error && one === undefined) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!one) {
    if (!asks || one === undefined) return null;
    return (
      <Button block loading={next.isPending} onClick={() => next.mutate({})}>
        领取外呼名单
      </Button>
    );
  }
  return (
    <section aria-label="外呼名单" className="cw-stack">
      <h4>{one.jobName}</h4>
      <p>
        {one.name || '未填姓名'} · {one.mobile}
        {one.attempts > 0 && ` · 已拨 ${one.attempts} 次`}
      </p>
      {one.byItself && <p className="cw-note">自动拨号：登记结果后，空闲时自动拨打下一个。未接通的由系统登记。</p>}
      <RichText value={one.script} />
      <Button type="primary" block disabled={!ready} loading={dial.isPending} onClick={() => dial.mutate({ id: one.id })}>
        拨打
      </Button>
      <Questions one={one} />
      <ResultForm key={one.id} one={one} onDone={done} />
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
