/** Who may open a door: staff and residents. */
import { dayOf } from '#contract/time.ts';
import { UserAddOutlined } from '@ant-design/icons';
import { Button, Form, Input, Radio, Tag } from 'antd';
import { useState } from 'react';
import { lockMembers } from '#contract/devices/lock-members.ts';
import { lockPasscodes } from '#contract/devices/lock-passcodes.ts';
import { locks } from '#contract/devices/locks.ts';
import { people } from '#contract/elderly/people.ts';
import { users } from '#contract/users/users.ts';
import { titleOf, titled } from '#contract/labels.ts';
import { lockMemberLabels } from '#contract/devices/lock-members.labels.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { Day } from '#web/ui/day.tsx';
import { MISSING } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import { PickIdField } from '#web/ui/pick-field.tsx';
import { StaffPicker } from '#web/ui/staff-picker.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { Time } from '#web/ui/time.tsx';

const today = () => dayOf(Date.now());

type Member = RowOf<typeof lockMembers.page>;

const columns: Column<Member>[] = titled(lockMemberLabels, [
  { key: 'name', width: 120 },
  { key: 'kind', width: 100, render: ({ kind }) => (kind === 'staff' ? '员工' : '服务对象') },
  { key: 'startDate', width: 220, render: ({ startDate, endDate }) => `${startDate} 至 ${endDate ?? '长期'}` },
  { key: 'codeCount', width: 80, align: 'right', render: ({ codeCount }) => `${codeCount} 个` },
  {
    key: 'endTime',
    width: 240,
    render: ({ endTime, endReason }) =>
      endTime === null ? (
        <Tag color="success">有效</Tag>
      ) : (
        <>
          <Time value={endTime} /> 结束（{endReason ?? MISSING}）
        </>
      ),
  },
]);

interface Values {
  kind: 'staff' | 'resident';
  userId?: number;
  oldmanId?: number;
  pickedName?: string;
  startDate: string;
  endDate?: string | null;
}

function MemberDialog({ deviceId, onClose }: { deviceId: number; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const kind = Form.useWatch('kind', form) ?? 'staff';
  const send = useSend(lockMembers.create, { changes: [lockMembers.page, locks.get, locks.page], onSuccess: onClose });
  return (
    <FormDialog
      form={form}
      title="新增门锁成员"
      okText="保存"
      pending={send.isPending}
      width={480}
      initial={{ kind: 'staff', startDate: today() }}
      onSubmit={({ userId, oldmanId, startDate, endDate, kind: of }) =>
        send.mutate({
          deviceId,
          userId: of === 'staff' ? userId : null,
          oldmanId: of === 'resident' ? oldmanId : null,
          startDate,
          endDate: endDate ?? null,
        })
      }
      onClose={onClose}
    >
      <Form.Item name="kind" label={titleOf(lockMemberLabels, 'kind')}>
        <Radio.Group
          options={[
            { value: 'staff', label: '员工' },
            { value: 'resident', label: '服务对象' },
          ]}
          onChange={() => form.setFieldsValue({ pickedName: undefined, userId: undefined, oldmanId: undefined })}
        />
      </Form.Item>
      <Form.Item name="pickedName" hidden>
        <Input />
      </Form.Item>
      {kind === 'staff' ? (
        <Form.Item name="userId" label={titleOf(lockMemberLabels, 'userId')} rules={[{ required: true, message: '请选择员工' }]}>
          <PickIdField
            nameIn="pickedName"
            route={users.page}
            placeholder="请选择员工"
            renderList={(pick, list) => (
              <StaffPicker {...list} title="选择员工" onPick={({ userId, nickName }) => pick(userId, nickName ?? '')} />
            )}
          />
        </Form.Item>
      ) : (
        <Form.Item name="oldmanId" label={titleOf(lockMemberLabels, 'oldmanId')} rules={[{ required: true, message: '请选择服务对象' }]}>
          <PickIdField
            nameIn="pickedName"
            route={people.page}
            placeholder="请选择服务对象"
            renderList={(pick, list) => <PersonPicker {...list} onPick={({ id, userName }) => pick(id, userName)} />}
          />
        </Form.Item>
      )}
      <Form.Item name="startDate" label="开始日期" rules={[{ required: true, message: '请选择开始日期' }]}>
        <Day />
      </Form.Item>
      <Form.Item
        name="endDate"
        label={titleOf(lockMemberLabels, 'endDate')}
        extra="不选为长期；退住、离职或账号停用时自动结束，名下密码一并撤销"
      >
        <Day notBefore={today()} />
      </Form.Item>
    </FormDialog>
  );
}

export function LockMembers({ deviceId, ready }: { deviceId: number; ready: boolean }) {
  const may = useMay()(lockMembers.create);
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<Member | null>(null);
  const end = useSend(lockMembers.end, {
    changes: [lockMembers.page, lockPasscodes.page, locks.get, locks.page],
    onSuccess: () => setEnding(null),
  });
  return (
    <>
      <DataTable
        name="lock-members"
        noun="门锁成员"
        route={lockMembers.page}
        columns={columns}
        fixed={{ deviceId }}
        state="own"
        height="content"
        extra={
          may && (
            <Button icon={<UserAddOutlined aria-hidden />} disabled={!ready} onClick={() => setAdding(true)}>
              新增成员
            </Button>
          )
        }
        actions={(row) => [{ label: '结束', danger: true, when: may && row.endTime === null, onClick: () => setEnding(row) }]}
      />
      {adding && <MemberDialog deviceId={deviceId} onClose={() => setAdding(false)} />}
      {ending && (
        <ReasonDialog
          title={`结束${ending.name}的开门权限`}
          note={ending.codeCount > 0 ? `名下 ${ending.codeCount} 个密码会一并撤销，不能恢复。` : '结束后不能恢复，需要时重新添加。'}
          placeholder="如 换岗、退住"
          okText="结束"
          most={60}
          pending={end.isPending}
          onOk={(reason) => end.mutate({ id: ending.id, reason })}
          onClose={() => setEnding(null)}
        />
      )}
    </>
  );
}
