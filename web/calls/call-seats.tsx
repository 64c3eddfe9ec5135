/** /cloudcall/seat 坐席: who may take calls, with which extension, device and skills. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { callSeatLabels } from '#contract/calls/call-seats.labels.ts';
import { callSeats, seatDeviceLabels, seatDevices } from '#contract/calls/call-seats.ts';
import { breakCodes, seatStateLabels } from '#contract/calls/seat-states.rules.ts';
import { titled } from '#contract/labels.ts';
import { users } from '#contract/users/users.ts';
import { Carried } from '#web/ui/carried.tsx';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { numbered } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { PickIdField } from '#web/ui/pick-field.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { StaffPicker } from '#web/ui/staff-picker.tsx';
import { State } from '#web/ui/state.tsx';
import { GroupSelect } from './group-select.tsx';
import './call-settings.css';

type Row = RowOf<typeof callSeats.page>;
const Field = labelledField(callSeatLabels);
const Filter = labelledFilter(callSeatLabels);

const columns: Column<Row>[] = titled(callSeatLabels, [
  { key: 'userName', width: 120, pin: 'left' },
  { key: 'extension', width: 90, sort: 'extension' },
  {
    key: 'state',
    width: 160,
    render: ({ state, breakCode }) => (
      <>
        <State of="seat" value={state} /> {breakCode && (breakCodes[breakCode] ?? breakCode)}
      </>
    ),
  },
  { key: 'groups', width: 260, render: ({ groups }) => groups.map(({ name, level }) => `${name}（${level}级）`).join('、') },
  { key: 'device', width: 90, render: ({ device }) => seatDeviceLabels[device] },
  { key: 'username', width: 120, minor: 2 },
  { key: 'outboundNumber', width: 130, minor: 1 },
  { key: 'enabled', width: 80, render: ({ enabled }) => (enabled ? '启用' : '停用') },
  { key: 'remarks', width: 180, minor: 2 },
  { key: 'createTime', width: 172, hidden: true, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="userName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="extension">
      <Input placeholder="请输入分机号" allowClear maxLength={6} inputMode="numeric" />
    </Filter>
    <Filter name="groupId">
      <GroupSelect placeholder="全部" />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(seatStateLabels)} />
    </Filter>
  </>
);

/** The skills: a group and how well, 10 is asked first. */
const Skills = () => (
  <Form.Item label={callSeatLabels.groups} className="y-form-wide">
    <Form.List name="groups">
      {(fields, { add, remove }) => (
        <div className="cc-skills">
          {fields.map(({ key, name }) => (
            <div key={key} className="cc-skill">
              <Form.Item name={[name, 'id']} rules={[{ required: true, message: '请选择技能组' }]}>
                <GroupSelect label={`技能组${name + 1}`} />
              </Form.Item>
              <Form.Item name={[name, 'level']}>
                <InputNumber<number> aria-label={`技能组${name + 1}的等级`} min={1} max={10} precision={0} suffix="级" />
              </Form.Item>
              <Button type="text" icon={<DeleteOutlined />} aria-label={`删除技能组${name + 1}`} onClick={() => remove(name)} />
            </div>
          ))}
          <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add({ level: 5 })}>
            添加技能组
          </Button>
        </div>
      )}
    </Form.List>
  </Form.Item>
);

const kept = (has: boolean | undefined) => (has ? '已保存，不填则不变' : '未设置');

/** Passwords and keys are written, never read. */
function Secrets() {
  const form = Form.useFormInstance();
  const device = Form.useWatch<number | undefined>('device', form);
  const hasSip = Form.useWatch<boolean | undefined>('hasSipPassword', { form, preserve: true });
  const hasKey = Form.useWatch<boolean | undefined>('hasAccessKey', { form, preserve: true });
  return (
    <>
      {device === seatDevices.telephone && (
        <Field name="sipPassword">
          <Input.Password autoComplete="new-password" placeholder={kept(hasSip)} maxLength={200} />
        </Field>
      )}
      <Field name="externalId" extra="使用阿里云联络中心时填写">
        <Input maxLength={100} placeholder="如 agent@ccc-test" />
      </Field>
      <Field name="accessKeyId">
        <Input autoComplete="off" placeholder={kept(hasKey)} maxLength={200} />
      </Field>
      <Field name="accessKeySecret">
        <Input.Password autoComplete="new-password" placeholder={kept(hasKey)} maxLength={200} />
      </Field>
    </>
  );
}

const form = (
  <>
    <Field name="userId">
      <PickIdField
        nameIn="userName"
        route={users.page}
        placeholder="选择员工"
        renderList={(pick, list) => <StaffPicker title="选择员工" {...list} onPick={({ userId, nickName }) => pick(userId, nickName)} />}
      />
    </Field>
    <Field name="extension">
      <Input maxLength={6} inputMode="numeric" placeholder="3至6位数字" />
    </Field>
    <Field name="device">
      <Radio.Group options={numbered(seatDeviceLabels)} />
    </Field>
    <Field name="enabled" valuePropName="checked">
      <Switch checkedChildren="启用" unCheckedChildren="停用" />
    </Field>
    <Skills />
    <Field name="outboundNumber" extra="不填则用服务的号码">
      <Input maxLength={20} inputMode="tel" />
    </Field>
    <Secrets />
    <Field name="remarks" wide>
      <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
    </Field>
    <Carried name="userName" />
    <Carried name="hasSipPassword" />
    <Carried name="hasAccessKey" />
  </>
);

const toInput = ({ groups, ...values }: Record<string, unknown>) => ({
  ...values,
  groups: ((groups ?? []) as { id: number; level?: number }[]).map(({ id, level }) => ({ id, level: level ?? 5 })),
});

export default function CallSeats() {
  return (
    <CrudPage
      name="call-seats"
      noun="坐席"
      routes={callSeats}
      columns={columns}
      filters={filters}
      form={form}
      initial={{ device: seatDevices.browser, enabled: true, groups: [] }}
      toInput={toInput}
    />
  );
}
