/** Entering a visit: what was found, or that the person was not reached. */
import { Form, Input, Radio, Select } from 'antd';
import { titleOf } from '#contract/labels.ts';
import { visitWays } from '#contract/visits/visit-plans.rules.ts';
import { visitTaskLabels } from '#contract/visits/visit-tasks.labels.ts';
import { MOST_VISIT_PHOTOS, notReachedReasons, OTHER_REASON, visitResults } from '#contract/visits/visit-tasks.rules.ts';
import { visitTasks } from '#contract/visits/visit-tasks.ts';
import { useSend } from '#web/api/call.ts';
import { numbered } from '#web/ui/display.ts';
import { Day } from '#web/ui/day.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { SignatureField } from '#web/ui/signature-pad.tsx';
import { FilesUpload, type KeptFile } from '#web/ui/upload.tsx';
import { picture } from '#web/ui/upload-rules.ts';
import { UploadItem } from '#web/ui/upload-wait.tsx';
import { AnswerFields, answersOf } from './answer-fields.tsx';
import { changes, type WholeVisit } from './visit-calls.ts';

const label = (name: keyof typeof visitTaskLabels) => titleOf(visitTaskLabels, name);

interface Values {
  way: number;
  result: number;
  answers?: { value?: string; files?: KeptFile[] }[];
  note?: string;
  photos?: KeptFile[];
  signature?: string | null;
  doneTime?: string | null;
}

interface Props {
  visit: WholeVisit;
  onClose: () => void;
}

const whenField = (
  <Form.Item name="doneTime" label={label('doneTime')} extra="不填为现在；事后补记的填实际时间，限72小时内">
    <Day withTime placeholder="现在" />
  </Form.Item>
);
const wayField = (
  <Form.Item name="way" label={label('way')} rules={[{ required: true, message: '请选择探访方式' }]}>
    <Radio.Group aria-label={label('way')} optionType="button" options={numbered(visitWays)} />
  </Form.Item>
);

export function RecordDrawer({ visit, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const send = useSend(visitTasks.record, { ...changes, once: true, onSuccess: onClose });
  const submit = ({ answers, photos = [], note = '', signature = null, doneTime = null, ...rest }: Values) =>
    send.mutate({
      id: visit.id,
      version: visit.version,
      ...rest,
      answers: answersOf(visit.items, answers),
      photos: photos.map(({ fileUrl }) => fileUrl),
      note,
      signature,
      doneTime,
    });
  return (
    <SideDrawer
      title={`登记探访：${visit.oldmanName}`}
      open
      size="small"
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="完成探访"
      confirming={send.isPending}
      onConfirm={() => form.submit()}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        name="visit-record"
        initialValues={{ way: visit.planWay }}
        scrollToFirstError={{ block: 'center', focus: true }}
        onFinish={submit}
      >
        {wayField}
        <AnswerFields items={visit.items} />
        <Form.Item name="result" label={label('result')} rules={[{ required: true, message: '请选择探访结果' }]}>
          <Radio.Group aria-label={label('result')} optionType="button" options={numbered(visitResults)} />
        </Form.Item>
        <Form.Item name="note" label={label('note')}>
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 8 }} />
        </Form.Item>
        <UploadItem name="photos" label={label('photos')}>
          <FilesUpload rule={picture} most={MOST_VISIT_PHOTOS} />
        </UploadItem>
        <Form.Item name="signature" label="服务对象签名（可不填）">
          <SignatureField label="服务对象签名" />
        </Form.Item>
        {whenField}
      </Form>
    </SideDrawer>
  );
}

interface Missed {
  way: number;
  reason: number;
  note?: string;
  doneTime?: string | null;
}

export function MissedDialog({ visit, onClose }: Props) {
  const [form] = Form.useForm<Missed>();
  const reason = Form.useWatch('reason', form);
  const send = useSend(visitTasks.notReached, { ...changes, once: true, onSuccess: onClose });
  return (
    <FormDialog<Missed>
      form={form}
      title={`未见到${visit.oldmanName}`}
      okText="登记"
      pending={send.isPending}
      width={480}
      initial={{ way: visit.planWay }}
      onSubmit={({ note = '', doneTime = null, ...rest }) => send.mutate({ id: visit.id, version: visit.version, ...rest, note, doneTime })}
      onClose={onClose}
    >
      {wayField}
      <Form.Item name="reason" label={label('reason')} rules={[{ required: true, message: '请选择原因' }]}>
        <Select options={numbered(notReachedReasons)} placeholder="请选择原因" />
      </Form.Item>
      <Form.Item
        name="note"
        label={label('note')}
        rules={[{ required: reason === OTHER_REASON, whitespace: true, message: '请说明未见到人的原因' }]}
      >
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2 }} placeholder="如 已电话联系女儿，外出购物" />
      </Form.Item>
      {whenField}
    </FormDialog>
  );
}
