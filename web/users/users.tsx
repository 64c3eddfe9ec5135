/** /admin/user/index 用户管理. `?dept=` is the department at the left. */
import { UserOutlined } from '@ant-design/icons';
import { Avatar, Button, Input, Modal, Select, Tag } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { departments } from '#contract/users/departments.ts';
import { roles } from '#contract/users/roles.ts';
import { secondFactors } from '#contract/users/second-factors.ts';
import { users } from '#contract/users/users.ts';
import { titled } from '#contract/labels.ts';
import { userLabels } from '#contract/users/users.labels.ts';
import { session } from '#web/api/session.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { useFileLink } from '#web/ui/file-link.ts';
import { digitsOnly } from '#web/ui/typing.ts';
import { DepartmentTree } from './department-tree.tsx';
import { BatchDialog, GivenPassword, ResetPassword, type BatchAction, type UserRow } from './user-dialogs.tsx';
import { UserDetails } from './user-details.tsx';
import { UserForm, type Given } from './user-form.tsx';
import { LockTag, OriginTag } from './user-tags.tsx';
import './users.css';

const Filter = labelledFilter(userLabels);

function Portrait({ url }: { url: string | null }) {
  const link = useFileLink(url ?? '');
  return <Avatar size={24} src={url && link ? link : undefined} icon={<UserOutlined aria-hidden />} alt="" />;
}

const columnsOf = (show: (user: UserRow) => void): Column<UserRow>[] =>
  titled(userLabels, [
    {
      key: 'nickName',
      width: 172,
      pin: 'left',
      sort: 'name',
      render: (user) => (
        <span className="u-person">
          <Portrait url={user.avatar} />
          <Button type="link" onClick={() => show(user)}>
            {user.nickName}
          </Button>
          <OriginTag user={user} />
        </span>
      ),
    },
    { key: 'username', width: 150, sort: 'username' },
    { key: 'phone', width: 120 },
    { key: 'deptName', width: 108, minor: 1 },
    { key: 'postList', width: 120, minor: 1, render: ({ postList }) => postList.map(({ postName }) => postName).join('、') },
    {
      key: 'roleList',
      width: 168,
      render: ({ roleList }) => (
        <span className="u-tags" title={roleList.map(({ roleName }) => roleName).join('、')}>
          {roleList.map(({ roleId, roleName }) => (
            <Tag key={roleId}>{roleName}</Tag>
          ))}
        </span>
      ),
    },
    { key: 'lockFlag', width: 76, sort: 'lock_flag', render: (user) => <LockTag user={user} /> },
    { key: 'skills', width: 140, minor: 1 },
    { key: 'lastLoginTime', width: 168, minor: 1, sort: 'last_login_time' },
    { key: 'createTime', width: 168, minor: 2, sort: 'create_time' },
  ]);

function RoleFilter(props: { id?: string; value?: string; onChange?: (id: string) => void }) {
  const { data, isPending } = useCall(roles.grantable, {}, { staleTime: 30_000, quiet: true });
  return (
    <Select
      {...props}
      allowClear
      loading={isPending}
      placeholder="请选择角色"
      showSearch={{ optionFilterProp: 'label' }}
      options={(data ?? []).map(({ roleId, roleName }) => ({ value: String(roleId), label: roleName }))}
    />
  );
}

const LOCKS = [
  { value: '0', label: '正常' },
  { value: '9', label: '锁定' },
];

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="phone" normalize={digitsOnly}>
      <Input placeholder="请输入手机号" allowClear maxLength={11} inputMode="numeric" />
    </Filter>
    <Filter name="lockFlag">
      <Select allowClear placeholder="请选择状态" options={LOCKS} />
    </Filter>
    <Filter name="roleId">
      <RoleFilter />
    </Filter>
    <Filter name="username">
      <Input placeholder="请输入用户名" allowClear maxLength={32} />
    </Filter>
  </>
);

/** What is open above the list. */
type Open =
  | { what: 'form'; id: number | null }
  | { what: 'details'; user: UserRow }
  | { what: 'reset'; user: UserRow }
  | { what: 'batch'; action: BatchAction; people: UserRow[]; clear: () => void };

const nothing = () => {};

export default function Users() {
  const may = useMay();
  const me = useStore(session, ({ user }) => user?.id);
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Open | null>(null);
  const [modal, holder] = Modal.useModal();
  const [given, setGiven] = useState<Given | null>(null);
  const [columns] = useState(() => columnsOf((user) => setOpen({ what: 'details', user })));
  const remove = useSend(users.remove, { changes: [users.page, departments.staff] });
  const text = params.get('dept');
  const dept = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
  const close = () => setOpen(null);
  const back = useAskedAdd(() => may(users.create) && setOpen({ what: 'form', id: null }));
  const resetFactor = useSend(secondFactors.reset);
  const askRemoval = (user: UserRow) =>
    void modal.confirm({
      title: user.external ? `确定将“${user.nickName}”移出本机构吗？` : `确定删除“${user.nickName}”吗？`,
      content: user.external ? '其原机构的账号不受影响。' : '账号不能再登录，且不能恢复；其处理过的记录保留。',
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: () => remove.mutateAsync({ id: user.userId }).catch(() => {}),
    });
  const askFactor = (user: UserRow) =>
    void modal.confirm({
      title: `确定关闭“${user.nickName}”的两步验证吗？`,
      content: '本人丢失手机时使用，之后须重新启用。',
      okText: '关闭',
      cancelText: '取消',
      onOk: () => resetFactor.mutateAsync({ id: user.userId }).catch(() => {}),
    });
  const choose = (id: number | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('page');
        if (id === null) next.delete('dept');
        else next.set('dept', String(id));
        return next;
      },
      { replace: true },
    );
  const mayEdit = may(users.update);
  return (
    <div className="u-page">
      {holder}
      <DepartmentTree value={dept} onChange={choose} />
      <DataTable
        name="users"
        noun="用户"
        route={users.page}
        exportRoute={users.export}
        imports={users}
        rowKey="userId"
        columns={columns}
        filters={filters}
        fixed={dept === null ? {} : { deptTree: dept }}
        onAdd={may(users.create) ? () => setOpen({ what: 'form', id: null }) : undefined}
        {...(mayEdit
          ? {
              batch: (people: UserRow[], clear: () => void) =>
                (['lock', 'unlock', 'move'] as const).map((action) => (
                  <Button
                    key={action}
                    size="small"
                    danger={action === 'lock'}
                    onClick={() => setOpen({ what: 'batch', action, people, clear })}
                  >
                    {{ lock: '批量锁定', unlock: '批量解锁', move: '调整部门' }[action]}
                  </Button>
                )),
            }
          : {})}
        onRowDoubleClick={(user) => setOpen({ what: 'details', user })}
        {...(mayEdit || may(users.remove)
          ? {
              actions: (user: UserRow) => [
                { label: '编辑', onClick: () => setOpen({ what: 'form', id: user.userId }), when: mayEdit },
                {
                  label: user.lockFlag === '9' ? '解锁' : '锁定',
                  danger: user.lockFlag !== '9',
                  onClick: () =>
                    setOpen({ what: 'batch', action: user.lockFlag === '9' ? 'unlock' : 'lock', people: [user], clear: nothing }),
                  when: mayEdit && user.userId !== me,
                },
                {
                  label: '重置密码',
                  onClick: () => setOpen({ what: 'reset', user }),
                  when: mayEdit && !user.external && user.userId !== me,
                },
                {
                  label: '重置两步验证',
                  onClick: () => askFactor(user),
                  when: may(secondFactors.reset) && !user.external && user.userId !== me,
                },
                { label: '删除', danger: true, menu: true, onClick: () => askRemoval(user), when: may(users.remove) && user.userId !== me },
              ],
            }
          : {})}
      />
      {open?.what === 'form' && (
        <UserForm key={open.id ?? 'new'} id={open.id} own={open.id === me} deptId={dept || null} onGiven={setGiven} onClose={close} />
      )}
      {open?.what === 'details' && <UserDetails user={open.user} onClose={close} />}
      {open?.what === 'reset' && <ResetPassword user={open.user} onGiven={setGiven} onClose={close} />}
      {open?.what === 'batch' && <BatchDialog action={open.action} people={open.people} onDone={open.clear} onClose={close} />}
      {given && (
        <GivenPassword
          given={given}
          onClose={() => {
            setGiven(null);
            back();
          }}
        />
      )}
    </div>
  );
}
