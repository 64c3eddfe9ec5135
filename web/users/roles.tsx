/** /admin/role/index 角色管理. */
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Radio, Tag, TreeSelect } from 'antd';
import { useMemo, useState } from 'react';
import { departments, type DepartmentNode } from '#contract/users/departments.ts';
import { dataScopeLabels, roles } from '#contract/users/roles.ts';
import { users } from '#contract/users/users.ts';
import { titled } from '#contract/labels.ts';
import { roleLabels } from '#contract/users/roles.labels.ts';
import { keyOf, useCall, useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { RoleMembers } from './role-members.tsx';
import { RolePermissions } from './role-permissions.tsx';
import './users.css';
import './roles.css';

const Field = labelledField(roleLabels);
const Filter = labelledFilter(roleLabels);

type RoleRow = RowOf<typeof roles.page>;

/** From the widest to the narrowest. */
const SCOPES = [
  { value: 0, note: '能看到机构内所有数据，集团账号含下级机构的汇总' },
  { value: 1, note: '能看到本机构内所有数据' },
  { value: 2, note: '能看到本人所在部门及其下级部门的数据，以及本人经手的' },
  { value: 5, note: '只看本人所在部门，不含下级部门，以及本人经手的' },
  { value: 4, note: '只看下面选定的部门，以及本人经手的' },
  { value: 3, note: '只看本人创建或负责的数据' },
].map(({ value, note }) => ({
  value,
  label: (
    <span>
      {dataScopeLabels[value]}
      <small>{note}</small>
    </span>
  ),
}));
const CUSTOM = 4;

interface TreeOption {
  value: number;
  title: string;
  disabled: boolean;
  children: TreeOption[];
}
const optionsOf = (nodes: readonly DepartmentNode[]): TreeOption[] =>
  nodes.map(({ id, name, outside, children }) => ({
    value: id,
    title: name,
    disabled: outside === true,
    children: optionsOf(children ?? []),
  }));

function ChosenDepartments({ id, value, onChange }: { id?: string; value?: number[]; onChange?: (ids: number[]) => void }) {
  const { data, isPending, isError, refetch } = useCall(departments.tree, {}, { staleTime: 60_000, quiet: true });
  return (
    <TreeSelect
      id={id}
      value={(value ?? []).map((one) => ({ value: one }))}
      onChange={(ids: { value: number }[]) => onChange?.(ids.map((one) => one.value))}
      treeData={optionsOf(data ?? [])}
      treeCheckable
      treeCheckStrictly
      treeDefaultExpandAll
      popupRender={(tree) => <div id={`${id}_list`}>{tree}</div>}
      showSearch={{ treeNodeFilterProp: 'title' }}
      loading={isPending}
      status={isError ? 'warning' : ''}
      onOpenChange={(open) => open && isError && void refetch()}
      placeholder="请选择部门"
    />
  );
}

function Fields() {
  const scope = Form.useWatch<number | undefined>('dsType', Form.useFormInstance());
  return (
    <>
      <Field name="roleName">
        <Input placeholder="如 护士长" maxLength={20} />
      </Field>
      <Field name="roleCode" extra="2到32位字母、数字或下划线，机构内唯一">
        <Input placeholder="如 head_nurse" maxLength={32} />
      </Field>
      <Field name="roleDesc" wide>
        <Input.TextArea placeholder="这个角色做什么" maxLength={100} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Field>
      <Field name="dsType" wide extra="一个人有多个角色时，按范围最大的计算；按部门的范围相加">
        <Radio.Group className="u-scopes" options={SCOPES} />
      </Field>
      {scope === CUSTOM && (
        <Field
          name="dsDepts"
          wide
          rules={[{ required: true, type: 'array', min: 1, message: '请选择数据权限的部门' }]}
          extra="只含勾选的部门，下级部门需另外勾选"
        >
          <ChosenDepartments />
        </Field>
      )}
    </>
  );
}

interface Ways {
  /** Null where the members may not be seen. */
  members: ((role: RoleRow) => void) | null;
  permissions: (role: RoleRow) => void;
}

const columnsOf = ({ members: showMembers, permissions }: Ways): Column<RoleRow>[] =>
  titled(roleLabels, [
    { key: 'roleName', width: 150, pin: 'left', sort: 'role_name' },
    { key: 'roleCode', width: 140, sort: 'role_code' },
    {
      key: 'users',
      width: 88,
      render: (role) =>
        showMembers ? (
          <Button
            type="link"
            size="small"
            className="u-members"
            onClick={() => showMembers(role)}
            aria-label={`${role.roleName}的成员，${role.users}人`}
          >
            {role.users} 人
          </Button>
        ) : (
          `${role.users} 人`
        ),
    },
    {
      key: 'granted',
      width: 88,
      render: (role) =>
        role.granted ? (
          '已授权'
        ) : (
          <Button
            type="link"
            size="small"
            className="u-members"
            onClick={() => permissions(role)}
            aria-label={`${role.roleName}未授权，去分配权限`}
            title="拥有该角色的人登录后什么也看不到"
          >
            <Tag color="warning">未授权</Tag>
          </Button>
        ),
    },
    { key: 'dsType', width: 126, render: ({ dsType }) => dataScopeLabels[dsType] },
    { key: 'roleDesc', width: 240 },
    { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
  ]);

const filters = (
  <>
    <Filter name="roleName">
      <Input placeholder="请输入角色名称" allowClear maxLength={20} />
    </Filter>
    <Filter name="roleCode">
      <Input placeholder="请输入角色标识" allowClear maxLength={32} />
    </Filter>
  </>
);

const toForm = ({ roleName, roleCode, roleDesc, dsType, dsDepts }: RoleRow) => ({
  roleName,
  roleCode,
  ...(roleDesc ? { roleDesc } : {}),
  dsType,
  dsDepts,
});
const form = <Fields />;

type Open =
  | { what: 'members' | 'copy'; role: RoleRow }
  | { what: 'permissions'; role: Pick<RoleRow, 'roleId' | 'roleName'>; isNew?: true }
  | { what: 'form'; id: number | null };

export default function Roles() {
  const may = useMay();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const seesMembers = may(users.page);
  const columns = useMemo(
    () =>
      columnsOf({
        members: seesMembers ? (role) => setOpen({ what: 'members', role }) : null,
        permissions: (role) => setOpen({ what: 'permissions', role }),
      }),
    [seesMembers],
  );
  const client = useQueryClient();
  const remove = useSend(roles.remove, { changes: [roles.page, roles.grantable] });
  const refresh = () => void client.invalidateQueries({ queryKey: keyOf(roles.grantable) });
  /** A new role allows nothing yet: its rights come next. */
  const goOn = (input: Record<string, unknown>, answer: unknown) => {
    refresh();
    const role = { roleId: answer as number, roleName: String(input.roleName) };
    if (may(roles.menus)) setOpen({ what: 'permissions', role, isNew: true });
  };
  return (
    <>
      <DataTable
        name="roles"
        noun="角色"
        route={roles.page}
        exportRoute={roles.export}
        rowKey="roleId"
        columns={columns}
        filters={filters}
        onAdd={may(roles.create) ? () => setOpen({ what: 'form', id: null }) : undefined}
        actions={(role) => [
          { label: may(roles.menus) ? '分配权限' : '查看权限', onClick: () => setOpen({ what: 'permissions', role }) },
          { label: '编辑', onClick: () => setOpen({ what: 'form', id: role.roleId }), when: may(roles.update) },
          {
            label: '删除',
            danger: true,
            menu: true,
            confirm: `确定删除角色“${role.roleName}”吗？删除后不能恢复`,
            onClick: () => remove.mutate({ id: role.roleId }),
            when: may(roles.remove),
          },
          { label: '成员', onClick: () => setOpen({ what: 'members', role }), when: seesMembers },
          { label: '复制', onClick: () => setOpen({ what: 'copy', role }), when: may(roles.create) && may(roles.menus) },
        ]}
      />
      {open?.what === 'permissions' && <RolePermissions role={open.role} isNew={open.isNew} onClose={close} />}
      {open?.what === 'members' && <RoleMembers role={open.role} onClose={close} />}
      {open?.what === 'form' && (
        <CrudDrawer
          key={open.id ?? 'new'}
          noun="角色"
          routes={roles}
          id={open.id}
          idField="roleId"
          initial={{ dsType: 1 }}
          toForm={toForm}
          onSaved={open.id === null ? goOn : refresh}
          onClose={close}
        >
          {form}
        </CrudDrawer>
      )}
      {open?.what === 'copy' && (
        <CrudDrawer
          noun={`角色：复制“${open.role.roleName}”`}
          routes={roles}
          id={null}
          initial={{
            ...toForm(open.role),
            roleName: `${open.role.roleName}副本`.slice(0, 20),
            roleCode: `${open.role.roleCode}_copy`.slice(0, 32),
          }}
          toInput={(values) => ({ ...values, copyFrom: open.role.roleId })}
          onSaved={refresh}
          onClose={close}
        >
          {form}
        </CrudDrawer>
      )}
    </>
  );
}
