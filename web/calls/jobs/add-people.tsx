/** Numbers are pasted onto the list of a job, or people are chosen by a rule; what was left out is said. */
import { App, Form, Input } from 'antd';
import { callJobCases, callJobs } from '#contract/calls/call-jobs.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { RuleFields, ruleOf, type RuleValues } from './rule-fields.tsx';

interface Values extends RuleValues {
  numbers?: string;
}

export function AddPeople({ job, onClose }: { job: { id: number; name: string }; onClose: () => void }) {
  const { modal } = App.useApp();
  const send = useSend(callJobs.add, {
    changes: [callJobs.page, callJobCases.page, callJobs.results],
    onSuccess: ({ added, doubled, blocked, wrong }) => {
      onClose();
      const parts = [`新增 ${added} 个`, doubled > 0 && `重复 ${doubled} 个`, blocked > 0 && `已拦截 ${blocked} 个`].filter(Boolean);
      const content = wrong.length > 0 ? `以下内容没有有效号码：${wrong.join('；')}` : undefined;
      modal.info({ title: parts.join('，'), content });
    },
  });
  const submit = ({ numbers = '', ...values }: Values) => {
    const rule = ruleOf(values);
    send.mutate({ id: job.id, numbers, ...(Object.keys(rule).length > 0 ? { rule } : {}) });
  };
  return (
    <FormDialog<Values>
      title={`添加名单：${job.name}`}
      okText="添加"
      pending={send.isPending}
      width={760}
      className="y-form"
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="numbers" label="号码" extra="每行一个，可带姓名；重复的只保留一个">
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 10 }} placeholder={'13800000001 王芳\n0571-87654321 李强'} />
      </Form.Item>
      <RuleFields title="或按条件选人（同时满足所填的条件）" />
    </FormDialog>
  );
}
