/** A member of staff at a glance: roles, rights in words, how far the data reach, sign-ins. */
import { Skeleton, Table, Tag } from 'antd';
import { dataScopeLabels } from '#contract/users/roles.ts';
import { users } from '#contract/users/users.ts';
import { useCall } from '#web/api/call.ts';
import { MISSING } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import type { UserRow } from './user-dialogs.tsx';
import { LockTag, OriginTag } from './user-tags.tsx';

const signInColumns = [
  { title: '时间', dataIndex: 'createTime', width: 172 },
  { title: '地址', dataIndex: 'address', width: 150, render: (address: string | null) => address ?? MISSING },
  { title: '浏览器', dataIndex: 'browser' },
  { title: '系统', dataIndex: 'system' },
];

function Summary({ id }: { id: number }) {
  const { data, isError, error, refetch } = useCall(users.summary, { id }, { quiet: true });
  if (isError) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <>
      <section className="u-section">
        <h3>数据权限</h3>
        <p>
          {dataScopeLabels[data.dsType]}
          {data.departments.length > 0 && `：${data.departments.join('、')}`}
        </p>
      </section>
      <section className="u-section">
        <h3>功能权限</h3>
        {data.menus.length === 0 ? (
          <p className="y-missing">没有任何功能权限</p>
        ) : (
          <dl className="u-rights">
            {data.menus.map(({ id: menu, name, actions }) => (
              <div key={menu} className="u-right">
                <dt>{name}</dt>
                <dd>{actions.join('、')}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      <section className="u-section">
        <h3>最近登录（30天内，当前在线 {data.sessions} 处）</h3>
        <Table
          size="small"
          rowKey="key"
          columns={signInColumns}
          dataSource={data.signIns.map((one, key) => ({ ...one, key }))}
          pagination={false}
          locale={{ emptyText: '30天内没有登录' }}
        />
      </section>
    </>
  );
}

export function UserDetails({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const facts: [string, React.ReactNode][] = [
    ['用户名', user.username],
    ['手机号', user.phone],
    ['部门', user.deptName],
    ['岗位', user.postList.map(({ postName }) => postName).join('、')],
    ['状态', <LockTag key="lock" user={user} />],
    ['技能', user.skills.join('、')],
    ['最近登录', user.lastLoginTime],
    ['创建时间', user.createTime],
  ];
  return (
    <SideDrawer
      title={
        <span className="u-tags">
          {user.nickName} <OriginTag user={user} />
        </span>
      }
      open
      size="medium"
      onClose={onClose}
    >
      <section className="u-section">
        <h3>基本信息</h3>
        <FactList className="u-facts" facts={facts} />
        {user.lockFlag === '9' && user.lockReason && <p className="u-locked">锁定原因：{user.lockReason}</p>}
      </section>
      <section className="u-section">
        <h3>角色</h3>
        {user.roleList.length === 0 ? (
          <p className="y-missing">没有角色</p>
        ) : (
          user.roleList.map(({ roleId, roleName }) => <Tag key={roleId}>{roleName}</Tag>)
        )}
      </section>
      <Summary id={user.userId} />
    </SideDrawer>
  );
}
