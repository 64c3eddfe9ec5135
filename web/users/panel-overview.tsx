/** Who one is: account, tenant, roles, data scope. */
import { Avatar, Button, Skeleton } from 'antd';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { go } from '#web/shell/go.ts';
import { MISSING } from '#web/ui/display.ts';
import { useWorkplaces } from '#web/tenants/workplaces.tsx';
import { FactList } from '#web/ui/fact-list.tsx';

const masked = (phone: string | null) => (phone ? phone.replace(/^(\d{3})\d{4}/, '$1****') : MISSING);

export default function PanelOverview() {
  const info = useCurrentUser();
  const { data: places } = useWorkplaces();
  if (!info) return <Skeleton active />;
  const { sysUser, tenantName, permissions } = info;
  const home = places?.find((place) => place.home);
  const facts: [string, string][] = [
    ['用户名', sysUser.username],
    ['手机号', masked(sysUser.phone)],
    ['当前机构', tenantName],
    ['所属机构', home?.name ?? MISSING],
    ['可切换的机构', places ? `${places.filter(({ current }) => !current).length} 个` : MISSING],
    ['账号类型', sysUser.superAdmin === 1 ? '超级管理员' : '普通用户'],
    ['当前权限', `${permissions.length} 项`],
    ['加入时间', sysUser.createTime],
  ];
  return (
    <>
      <header className="t-me">
        <Avatar size={56} className="y-avatar" src={sysUser.avatar || undefined} aria-hidden>
          {sysUser.nickName.slice(0, 1)}
        </Avatar>
        <div>
          <h2>{sysUser.nickName}</h2>
          <p>{tenantName}</p>
        </div>
        <Button onClick={() => go('/info/index')}>修改个人信息</Button>
      </header>
      <FactList className="t-about" facts={facts} />
    </>
  );
}
