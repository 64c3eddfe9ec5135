/** What is entered of a restraint: a look, its release, that an order is withdrawn. */
import { Checkbox, Form, Input, Radio } from 'antd';
import { bloodLabels, restrainedMoodLabels, restrainedSkinLabels } from '#contract/care/restraint-commands.rules.ts';
import { restraintLabels } from '#contract/care/restraints.labels.ts';
import { restraints } from '#contract/care/restraints.ts';
import { useSend } from '#web/api/call.ts';
import { numbered } from '#web/ui/display.ts';
import { Day } from '#web/ui/day.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { restraintChanges, type RestraintDetail } from './restraint-calls.ts';

export type RestraintAct = 'look' | 'release' | 'withdraw';

interface LookValues {
  loosened?: boolean;
  blood: number;
  skin: number;
  mood: number;
  time?: string | null;
  note?: string;
}

interface Props {
  row: RestraintDetail;
  onClose: () => void;
}

const Time = () => (
  <Form.Item name="time" label={restraintLabels.time}>
    <Day withTime placeholder="不填为现在" />
  </Form.Item>
);

function LookDialog({ row, onClose }: Props) {
  const send = useSend(restraints.look, { changes: restraintChanges, once: true, onSuccess: onClose });
  return (
    <FormDialog<LookValues>
      title={`${row.oldmanName}：登记观察`}
      okText="登记"
      width={520}
      pending={send.isPending}
      initial={{ blood: 1, skin: 1, mood: 1 }}
      onSubmit={(values) => send.mutate({ id: row.id, ...values })}
      onClose={onClose}
    >
      <Form.Item name="loosened" valuePropName="checked" wrapperCol={{ flex: 'auto' }}>
        <Checkbox>已松解，活动肢体</Checkbox>
      </Form.Item>
      <Form.Item name="blood" label={restraintLabels.blood}>
        <Radio.Group options={numbered(bloodLabels)} />
      </Form.Item>
      <Form.Item name="skin" label={restraintLabels.skin}>
        <Radio.Group options={numbered(restrainedSkinLabels)} />
      </Form.Item>
      <Form.Item name="mood" label={restraintLabels.mood}>
        <Radio.Group options={numbered(restrainedMoodLabels)} />
      </Form.Item>
      <Time />
      <Form.Item name="note" label={restraintLabels.note}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} placeholder="有异常时写明情况和处理" />
      </Form.Item>
    </FormDialog>
  );
}

function ReleaseDialog({ row, onClose }: Props) {
  const send = useSend(restraints.release, { changes: restraintChanges, once: true, onSuccess: onClose });
  return (
    <FormDialog<{ note: string; time?: string | null }>
      title={`${row.oldmanName}：解除约束`}
      okText="解除"
      width={520}
      pending={send.isPending}
      onSubmit={(values) => send.mutate({ id: row.id, ...values })}
      onClose={onClose}
    >
      <Time />
      <Form.Item name="note" label={restraintLabels.endNote} rules={[{ required: true, whitespace: true, message: '请填写解除时的情况' }]}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} placeholder="如 情绪平稳，皮肤完好，肢体活动好" />
      </Form.Item>
    </FormDialog>
  );
}

function WithdrawDialog({ row, onClose }: Props) {
  const send = useSend(restraints.withdraw, { changes: restraintChanges, onSuccess: onClose });
  return (
    <FormDialog<{ note: string }>
      title={`作废${row.oldmanName}的约束单`}
      okText="作废"
      width={520}
      pending={send.isPending}
      onSubmit={({ note }) => send.mutate({ id: row.id, version: row.version, note })}
      onClose={onClose}
    >
      <Form.Item name="note" label="原因" rules={[{ required: true, whitespace: true, message: '请填写作废原因' }]}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  );
}

const DIALOGS = { look: LookDialog, release: ReleaseDialog, withdraw: WithdrawDialog };

export function RestraintDialog({ act, ...props }: Props & { act: RestraintAct }) {
  const Dialog = DIALOGS[act];
  return <Dialog {...props} />;
}
