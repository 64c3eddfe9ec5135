/** A new pass code: for whom, until when; shown once. */
import { Form, Input, Radio, Select, Switch } from 'antd';
import { lockMembers } from '#contract/devices/lock-members.ts';
import { lockPasscodes } from '#contract/devices/lock-passcodes.ts';
import { LONGEST_CODE, MOST_ONCE_HOURS, passcodeKindLabels, passcodeKinds, SHORTEST_CODE } from '#contract/devices/lock-passcodes.rules.ts';
import { locks } from '#contract/devices/locks.ts';
import { titleOf } from '#contract/labels.ts';
import { lockPasscodeLabels } from '#contract/devices/lock-passcodes.labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import type { OnceShownFacts } from '#web/tenants/once-shown.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Day } from '#web/ui/day.tsx';

interface Values {
  memberId?: number;
  label?: string;
  kind: number;
  digits: number;
  startTime?: string | null;
  endTime?: string | null;
  duress?: boolean;
}

const VISITOR = 0;
const kinds = Object.entries(passcodeKindLabels).map(([value, label]) => ({ value: Number(value), label }));
const lengths = Array.from({ length: LONGEST_CODE - SHORTEST_CODE + 1 }, (_, at) => ({
  value: SHORTEST_CODE + at,
  label: `${SHORTEST_CODE + at}位`,
}));

interface Props {
  deviceId: number;
  lockName: string;
  manual: boolean;
  onMade: (facts: OnceShownFacts) => void;
  onClose: () => void;
}

export function LockCodeDialog({ deviceId, lockName, manual, onMade, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const { data: members } = useCall(lockMembers.page, { current: 1, size: 100, deviceId, ended: 'false' }, { quiet: true });
  const memberId = Form.useWatch('memberId', form);
  const kind = Form.useWatch('kind', form) ?? passcodeKinds.period;
  const make = useSend(lockPasscodes.create, {
    quiet: true,
    changes: [lockPasscodes.page, locks.page, locks.get, lockMembers.page],
    onSuccess: ({ code }, input) =>
      onMade({
        title: '门锁密码已生成',
        note: manual
          ? '密码只显示这一次。请到门锁上设置好，再回来点“确认已设置”。'
          : '密码只显示这一次，系统正在下发到门锁，生效后状态变为“生效中”。',
        lines: [
          ['门锁', lockName],
          ['使用人', input.label || (members?.records.find(({ id }) => id === input.memberId)?.name ?? '')],
          ['有效期', input.kind === passcodeKinds.permanent ? '长期' : (input.endTime ?? `${MOST_ONCE_HOURS}小时内，用一次`)],
          ['密码', code],
        ],
      }),
    onError: (error) => form.setFields([{ name: 'kind', errors: [error.message] }]),
  });
  return (
    <FormDialog
      form={form}
      title="生成门锁密码"
      okText="生成"
      pending={make.isPending}
      width={480}
      initial={{ kind: passcodeKinds.period, digits: SHORTEST_CODE, duress: false }}
      onSubmit={({ memberId: member, label, kind: chosen, digits, startTime, endTime, duress }) =>
        make.mutate({
          deviceId,
          memberId: member === VISITOR ? null : member,
          label: member === VISITOR ? label : null,
          kind: chosen,
          digits,
          duress,
          startTime: startTime ?? null,
          endTime: chosen === passcodeKinds.permanent ? null : (endTime ?? null),
        })
      }
      onClose={onClose}
    >
      <Form.Item name="memberId" label={titleOf(lockPasscodeLabels, 'memberId')} rules={[{ required: true, message: '请选择使用人' }]}>
        <Select
          placeholder="请选择门锁成员或访客"
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            ...(members?.records ?? []).map(({ id, name, kind: of }) => ({
              value: id,
              label: `${name}（${of === 'staff' ? '员工' : '服务对象'}）`,
            })),
            { value: VISITOR, label: '访客或其他人' },
          ]}
        />
      </Form.Item>
      {memberId === VISITOR && (
        <Form.Item name="label" label="姓名或用途" rules={[{ required: true, whitespace: true, message: '请填写姓名或用途' }]}>
          <Input maxLength={30} placeholder="如 送药员 张师傅" />
        </Form.Item>
      )}
      <Form.Item name="kind" label={titleOf(lockPasscodeLabels, 'kind')}>
        <Radio.Group options={kinds} />
      </Form.Item>
      {kind !== passcodeKinds.permanent && (
        <>
          <Form.Item name="startTime" label={titleOf(lockPasscodeLabels, 'startTime')} extra="不选为现在">
            <Day withTime />
          </Form.Item>
          <Form.Item
            name="endTime"
            label="结束时间"
            rules={kind === passcodeKinds.period ? [{ required: true, message: '请选择结束时间' }] : []}
            extra={
              kind === passcodeKinds.once
                ? `不选为开始后${MOST_ONCE_HOURS}小时；用过一次即作废${manual ? '，要在门锁上删除' : ''}`
                : undefined
            }
          >
            <Day withTime />
          </Form.Item>
        </>
      )}
      <Form.Item name="digits" label={titleOf(lockPasscodeLabels, 'digits')}>
        <Select options={lengths} />
      </Form.Item>
      <Form.Item
        name="duress"
        label={titleOf(lockPasscodeLabels, 'duress')}
        valuePropName="checked"
        extra={manual ? '被迫开门时使用；现场设置的门锁不联网，不会自动报警，只作登记' : '被迫开门时使用：门照常打开，同时发出SOS预警'}
      >
        <Switch checkedChildren="是" unCheckedChildren="否" />
      </Form.Item>
    </FormDialog>
  );
}
