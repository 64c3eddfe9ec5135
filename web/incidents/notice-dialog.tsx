/** Writing down that a family or the authority was told. */
import { Form, Input, Select, Switch } from 'antd';
import { incidentLabels } from '#contract/incidents/incidents.labels.ts';
import { incidents, noticeWays } from '#contract/incidents/incidents.ts';
import { useSend } from '#web/api/call.ts';
import { numbered } from '#web/ui/display.ts';
import { Day } from '#web/ui/day.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { changes, type Incident } from './incident-calls.ts';

interface Values {
  oldmanId?: number;
  time?: string | null;
  way: number;
  who: string;
  toldBy?: string;
  answer?: string;
  written?: boolean;
}

interface Props {
  incident: Incident;
  kind: 'family' | 'authority';
  onClose: () => void;
}

export function NoticeDialog({ incident, kind, onClose }: Props) {
  const done = { ...changes, once: true as const, onSuccess: onClose };
  const family = useSend(incidents.tellFamily, done);
  const authority = useSend(incidents.tellAuthority, done);
  const ofFamily = kind === 'family';
  const { id, version, people, untold } = incident;
  const submit = ({ oldmanId, time, way, who, toldBy, answer, written }: Values) => {
    const said = { id, version, time: time ?? null, way, who, toldBy: toldBy ?? null, answer: answer ?? null };
    if (ofFamily) family.mutate({ ...said, oldmanId: oldmanId ?? (people[0]?.id as number) });
    else authority.mutate({ ...said, written: written ?? false });
  };
  const first = untold[0] ?? people[0];
  return (
    <FormDialog<Values>
      title={ofFamily ? '登记告知家属' : '登记报告主管部门'}
      okText="登记"
      pending={family.isPending || authority.isPending}
      initial={{ way: 1, ...(first ? { oldmanId: first.id } : {}), written: false }}
      onSubmit={submit}
      onClose={onClose}
    >
      {ofFamily && people.length > 1 && (
        <Form.Item name="oldmanId" label={incidentLabels.oldmanName}>
          <Select options={people.map((one) => ({ value: one.id, label: one.name }))} />
        </Form.Item>
      )}
      <Form.Item name="who" label={incidentLabels.who} rules={[{ required: true, whitespace: true, message: '请填写告知了谁' }]}>
        <Input maxLength={50} placeholder={ofFamily ? '如 王强（儿子）' : '如 区民政局养老服务科 李科长'} />
      </Form.Item>
      <Form.Item name="way" label={incidentLabels.way} rules={[{ required: true, message: '请选择告知方式' }]}>
        <Select options={numbered(noticeWays)} />
      </Form.Item>
      <Form.Item name="time" label={incidentLabels.time}>
        <Day withTime placeholder="现在" />
      </Form.Item>
      <Form.Item name="toldBy" label={incidentLabels.toldBy}>
        <Input maxLength={20} placeholder="默认为本人" />
      </Form.Item>
      <Form.Item name="answer" label={incidentLabels.answer}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} placeholder={ofFamily ? '家属的意见和要求' : '回复内容或回执编号'} />
      </Form.Item>
      {!ofFamily && (
        <Form.Item name="written" label={incidentLabels.written} valuePropName="checked">
          <Switch checkedChildren="书面" unCheckedChildren="口头" />
        </Form.Item>
      )}
    </FormDialog>
  );
}
