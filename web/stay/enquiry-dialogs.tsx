/** What is written down about an enquiry: a talk, a visit to the house, the queue for a bed, why it was lost. */
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { enquiryEvents } from '#contract/stay/enquiry-commands.rules.ts';
import { enquiryLabels } from '#contract/stay/enquiries.labels.ts';
import { enquiries } from '#contract/stay/enquiries.ts';
import type { Output } from '#contract/http.ts';
import { useSend } from '#web/api/call.ts';
import { Day } from '#web/ui/day.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { enquiryChanges } from './stay-calls.ts';

export type EnquiryAct = 'follow' | 'visit' | 'wait' | 'lose';
type Enquiry = Pick<Output<typeof enquiries.get>, 'id' | 'version' | 'userName' | 'nextDate'>;

interface Values {
  text: string;
  nextDate?: string | null;
  reason: number;
  note?: string;
}

const next = (
  <Form.Item name="nextDate" label={enquiryLabels.nextDate}>
    <Day placeholder="不再提醒可不填" />
  </Form.Item>
);

const fields: Record<EnquiryAct, { okText: string; parts: ReactNode }> = {
  follow: {
    okText: '保存',
    parts: (
      <>
        <Form.Item name="text" label={enquiryLabels.text} rules={[{ required: true, whitespace: true, message: '请填写内容' }]}>
          <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} placeholder="谈了什么，对方怎么说" />
        </Form.Item>
        {next}
      </>
    ),
  },
  visit: {
    okText: '保存',
    parts: (
      <>
        <Form.Item name="text" label={enquiryLabels.text} rules={[{ required: true, whitespace: true, message: '请填写内容' }]}>
          <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} placeholder="谁来看的，看了哪些房间，印象如何" />
        </Form.Item>
        {next}
      </>
    ),
  },
  wait: {
    okText: '排队',
    parts: (
      <>
        <p>按排队先后安排空出的床位。</p>
        {next}
      </>
    ),
  },
  lose: {
    okText: '标记流失',
    parts: (
      <>
        <Form.Item name="reason" label={enquiryLabels.reason.title} rules={[{ required: true, message: '请选择流失原因' }]}>
          <DictionarySelect type={enquiryLabels.reason.dictionary} numeric />
        </Form.Item>
        <Form.Item name="note" label={enquiryLabels.note}>
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} placeholder="如 选择了离女儿更近的机构" />
        </Form.Item>
      </>
    ),
  },
};

export default function EnquiryDialog({ act, enquiry, onClose }: { act: EnquiryAct; enquiry: Enquiry; onClose: () => void }) {
  const done = { ...enquiryChanges, onSuccess: onClose };
  const follow = useSend(enquiries.follow, done);
  const visit = useSend(enquiries.visit, done);
  const wait = useSend(enquiries.wait, done);
  const lose = useSend(enquiries.lose, done);
  const { id, version, userName } = enquiry;
  const submit = ({ text, nextDate = null, reason, note }: Values) => {
    const which = { id, version };
    if (act === 'wait') wait.mutate({ ...which, nextDate });
    else if (act === 'lose') lose.mutate({ ...which, reason, ...(note ? { note } : {}) });
    else (act === 'visit' ? visit : follow).mutate({ ...which, text, nextDate });
  };
  return (
    <FormDialog<Values>
      title={`${enquiryEvents[act]}：${userName}`}
      okText={fields[act].okText}
      danger={act === 'lose'}
      pending={follow.isPending || visit.isPending || wait.isPending || lose.isPending}
      initial={act === 'wait' && enquiry.nextDate ? { nextDate: enquiry.nextDate } : {}}
      onSubmit={submit}
      onClose={onClose}
    >
      {fields[act].parts}
    </FormDialog>
  );
}
