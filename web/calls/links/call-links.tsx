/** /cloudcall/calllink 通话链接: pages on which families call without an account, their addresses, and the calls that came by each. */
import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { useState } from 'react';
import { callLinkLabels } from '#contract/calls/call-links.labels.ts';
import { callLinks } from '#contract/calls/call-links.ts';
import { callMenus } from '#contract/calls/call-menus.ts';
import { callRecords } from '#contract/calls/call-records.ts';
import { titled } from '#contract/labels.ts';
import { instantOf } from '#contract/time.ts';
import { useCall } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { Carried } from '#web/ui/carried.tsx';
import { serverNow } from '#web/api/server-clock.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { ResidentField } from '#web/ui/resident-field.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { Time } from '#web/ui/time.tsx';
import { GroupSelect } from '../group-select.tsx';
import { MenuSelect } from '../menus/menu-select.tsx';
import { callColumns } from '../record-columns.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { Day } from '#web/ui/day.tsx';
import { choices } from '#web/ui/inputs.tsx';

type Row = RowOf<typeof callLinks.page>;
const Field = labelledField(callLinkLabels);
const Filter = labelledFilter(callLinkLabels);

function stateText({ enabled, expireTime }: Row): string {
  if (!enabled) return '已停用';
  return expireTime !== null && instantOf(expireTime) <= serverNow() ? '已到期' : '使用中';
}

const columns: Column<Row>[] = titled(callLinkLabels, [
  { key: 'name', width: 160, pin: 'left' },
  { key: 'enabled', width: 90, render: stateText },
  {
    key: 'menuName',
    width: 180,
    title: '来电去向',
    render: ({ menuName, groupName }) => (menuName ? `语音菜单：${menuName}` : `技能组：${groupName}`),
  },
  {
    key: 'oldmanName',
    width: 120,
    render: ({ oldmanId, oldmanName }) => (oldmanId === null ? '不限' : <PersonLink id={oldmanId} name={oldmanName} />),
  },
  { key: 'expireTime', width: 164, render: ({ expireTime }) => (expireTime === null ? '长期' : <Time value={expireTime} />) },
  { key: 'mostCalls', width: 110, align: 'right', minor: 1 },
  { key: 'uses', width: 90, align: 'right' },
  { key: 'lastUseTime', width: 164, render: ({ lastUseTime }) => <Time value={lastUseTime} /> },
  { key: 'welcome', width: 200, minor: 2, render: ({ welcome }) => welcome || MISSING },
  { key: 'remarks', width: 160, minor: 2 },
  { key: 'createTime', width: 172, hidden: true },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入链接名称" allowClear maxLength={30} />
    </Filter>
    <Filter name="oldmanId">
      <ResidentField placeholder="请选择服务对象" />
    </Filter>
    <Filter name="enabled">
      <Select allowClear placeholder="全部" options={choices({ true: '启用', false: '停用' })} />
    </Filter>
  </>
);

/** Into a menu or into a group: one of the two is kept. */
function Way() {
  const form = Form.useFormInstance();
  const groupId = Form.useWatch<number | null | undefined>('groupId', form);
  const [group, setGroup] = useState<boolean | null>(null);
  const intoGroup = group ?? Boolean(groupId);
  const turn = (next: boolean) => {
    setGroup(next);
    form.setFieldsValue(next ? { menuId: null } : { groupId: null });
  };
  return (
    <>
      <Form.Item label="来电去向">
        <Radio.Group
          value={intoGroup}
          onChange={({ target }) => turn(target.value as boolean)}
          options={[
            { value: false, label: '语音菜单' },
            { value: true, label: '技能组' },
          ]}
        />
      </Form.Item>
      {intoGroup ? (
        <Field name="groupId">
          <GroupSelect />
        </Field>
      ) : (
        <Field name="menuId">
          <MenuSelect />
        </Field>
      )}
    </>
  );
}

const form = (
  <>
    <Field name="name" extra="显示在页面上，如 服务台">
      <Input maxLength={30} />
    </Field>
    <Field name="enabled" label="启用" valuePropName="checked">
      <Switch checkedChildren="启用" unCheckedChildren="停用" />
    </Field>
    <Way />
    <Field name="oldmanId" extra="给一位老人的家属专用时选择">
      <ResidentField placeholder="不限" />
    </Field>
    <Field name="expireTime">
      <Day withTime placeholder="长期有效" />
    </Field>
    <Field name="mostCalls">
      <InputNumber<number> min={1} max={100} precision={0} suffix="路" />
    </Field>
    <Field name="welcome" wide extra="显示在呼叫按钮上方">
      <Input.TextArea
        maxLength={200}
        showCount
        autoSize={{ minRows: 2, maxRows: 4 }}
        placeholder="如：护士站全天有人，紧急情况请直接呼叫"
      />
    </Field>
    <Field name="remarks" wide>
      <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
    </Field>
    <Carried name="oldmanName" />
  </>
);

const toInput = ({ oldmanName: _name, groupId, menuId, oldmanId, expireTime, ...values }: Record<string, unknown>) => ({
  ...values,
  groupId: groupId ?? null,
  menuId: menuId ?? null,
  oldmanId: oldmanId ?? null,
  expireTime: expireTime ?? null,
});

/** The calls that came by a link. */
const LinkCalls = ({ link, onClose }: { link: Row; onClose: () => void }) => (
  <SideDrawer title={`“${link.name}”的来电`} open onClose={onClose} size="large">
    <DataTable
      name="call-link-records"
      noun="通话记录"
      state="own"
      height="content"
      route={callRecords.page}
      columns={callColumns}
      fixed={{ linkId: link.id }}
    />
  </SideDrawer>
);

export default function CallLinks() {
  const may = useMay();
  const [address, setAddress] = useState<Row | null>(null);
  const [shown, setShown] = useState<Row | null>(null);
  // A list without menus offers groups alone: read before the form opens.
  useCall(callMenus.page, { current: 1, size: 100 }, { quiet: true, staleTime: 60_000, enabled: may(callMenus.page) });
  return (
    <>
      <CrudPage
        name="call-links"
        noun="通话链接"
        routes={callLinks}
        columns={columns}
        filters={filters}
        form={form}
        initial={{ enabled: true, mostCalls: 20 }}
        toInput={toInput}
        actions={(row) => [
          { label: '地址和二维码', onClick: () => setAddress(row), when: may(callLinks.address) },
          { label: '来电', onClick: () => setShown(row), when: may(callRecords.page) },
        ]}
      />
      {address && <AddressDialog link={address} onClose={() => setAddress(null)} />}
      {shown && <LinkCalls link={shown} onClose={() => setShown(null)} />}
    </>
  );
}
