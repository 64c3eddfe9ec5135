/** Numbers are pasted onto the list of a job, or people are chosen by a rule; what was left out is said. */
import { App, Form, Input, InputNumber } from 'antd';
import { callJobCases, callJobs } from '#contract/calls/call-jobs.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';

interface Values {
  numbers?: string;
  building?: string;
  birthdayDays?: number | null;
  balanceBelow?: number | null;
  assessedBefore?: number | null;
}

export function AddPeople({ job, onClose }: { job: { id: number; name: string }; onClose: () => void }) {
  const { modal } = App.useApp();
  const send = useSend(callJobs.add, {
    changes: [callJobs.page, callJobCases.page],
    onSuccess: ({ added, doubled, blocked, wrong }) => {
      onClose();
      const parts = [`新增 ${added} 个`, doubled > 0 && `重复 ${doubled} 个`, blocked > 0 && `已拦截 ${blocked} 个`].filter(Boolean);
      const content = wrong.length > 0 ? `以下内容没有有效号码：${wrong.join('；')}` : undefined;
      modal.info({ title: parts.join('，'), content });
    },
  });
  const submit = ({ numbers = '', ...rule }: Values) => {
    const said = Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined && value !== null && value !== ''));
    send.mutate({ id: job.id, numbers, ...(Object.keys(said).length > 0 ? { rule: said } : {}) });
  };
  return (
    <FormDialog<Values>
      title={`添加名单：${job.name}`}
      okText="添加"
      pending={send.isPending}
      width={560}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="numbers" label="号码" extra="每行一个，可带姓名；重复的只保留一个">
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 10 }} placeholder={'13800000001 王芳\n0571-87654321 李强'} />
      </Form.Item>
      <Form.Item name="building" label="楼栋">
        <Input maxLength={50} placeholder="入住该楼栋的长者" />
      </Form.Item>
      <Form.Item name="birthdayDays" label="多少天内过生日">
        <InputNumber<number> min={0} max={366} precision={0} suffix="天" />
      </Form.Item>
      <Form.Item name="balanceBelow" label="账户余额低于">
        <InputNumber<number> min={-1_000_000} max={1_000_000} precision={2} suffix="元" />
      </Form.Item>
      <Form.Item name="assessedBefore" label="多少天没有评估">
        <InputNumber<number> min={1} max={3650} precision={0} suffix="天" />
      </Form.Item>
    </FormDialog>
  );
}
