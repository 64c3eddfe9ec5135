/** Who has a role: list, add, remove. */
import { PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { roles } from '#contract/users/roles.ts';
import { users } from '#contract/users/users.ts';
import { titled } from '#contract/labels.ts';
import { userLabels } from '#contract/users/users.labels.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import type { UserRow } from './user-dialogs.tsx';
import { LockTag } from './user-tags.tsx';

const Filter = labelledFilter(userLabels);

const columns: Column<UserRow>[] = titled(userLabels, [
  { key: 'nickName', width: 110, pin: 'left', sort: 'name' },
  { key: 'username', width: 140, sort: 'username' },
  { key: 'deptName', width: 140 },
  { key: 'phone', width: 130 },
  { key: 'lockFlag', width: 80, render: (user) => <LockTag user={user} /> },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="phone">
      <Input placeholder="请输入手机号" allowClear maxLength={11} inputMode="numeric" />
    </Filter>
  </>
);

const idsOf = (people: readonly UserRow[]) => people.map(({ userId }) => userId);

interface Props {
  role: { roleId: number; roleName: string };
  onClose: () => void;
}

export function RoleMembers({ role: { roleId, roleName }, onClose }: Props) {
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const send = useSend(roles.members, { changes: [users.page, roles.page, users.summary] });
  const mayChange = may(roles.members);
  return (
    <SideDrawer title={`${roleName}的成员`} open size="large" onClose={onClose}>
      <DataTable
        name="role-members"
        noun="成员"
        route={users.page}
        rowKey="userId"
        columns={columns}
        filters={filters}
        fixed={{ roleId }}
        state="own"
        height="parent"
        {...(mayChange
          ? {
              extra: (
                <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
                  添加成员
                </Button>
              ),
              actions: ({ userId, nickName }: UserRow) => [
                {
                  label: '移除',
                  danger: true,
                  menu: true,
                  confirm: `确定从“${roleName}”中移除${nickName}吗？`,
                  onClick: () => send.mutate({ roleId, add: [], remove: [userId] }),
                },
              ],
              batch: (people: UserRow[], clear: () => void) => (
                <Confirm
                  title={`确定从“${roleName}”中移除这 ${people.length} 人吗？`}
                  okText="确定"
                  cancelText="取消"
                  onConfirm={() => send.mutate({ roleId, add: [], remove: idsOf(people) }, { onSuccess: clear })}
                >
                  <Button size="small" danger loading={send.isPending}>
                    批量移除
                  </Button>
                </Confirm>
              ),
            }
          : {})}
      />
      {adding && (
        <SideDrawer title={`为“${roleName}”添加成员`} open size="medium" onClose={() => setAdding(false)}>
          <DataTable
            name="role-candidates"
            noun="用户"
            route={users.page}
            rowKey="userId"
            columns={columns}
            filters={filters}
            fixed={{ roleId, without: true }}
            state="own"
            height="parent"
            batch={(people, clear) => (
              <Button
                size="small"
                type="primary"
                loading={send.isPending}
                onClick={() =>
                  send.mutate(
                    { roleId, add: idsOf(people), remove: [] },
                    {
                      onSuccess: () => {
                        clear();
                        setAdding(false);
                      },
                    },
                  )
                }
              >
                添加所选
              </Button>
            )}
          />
        </SideDrawer>
      )}
    </SideDrawer>
  );
}
