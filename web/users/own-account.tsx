/** /info/index 个人信息: who one is, how one signs in, where one is signed in. */
import { Avatar, Button, Card, Skeleton, Tag } from 'antd';
import { useState, type ReactNode } from 'react';
import { ownAccounts } from '#contract/users/own-accounts.ts';
import { screenLogins } from '#contract/users/screen-logins.ts';
import { useCall } from '#web/api/call.ts';
import { MISSING } from '#web/ui/display.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import { useFileLink } from '#web/ui/file-link.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { MessagePreferences } from '#web/messages/message-preferences.tsx';
import { OwnQuietHours } from '#web/warnings/own-quiet-hours.tsx';
import PasswordDialog from './password-dialog.tsx';
import PanelSessions from './panel-sessions.tsx';
import { AvatarDialog } from './avatar-dialog.tsx';
import { PhoneDialog } from './phone-dialog.tsx';
import { ScreenApproval } from './screen-approval.tsx';
import { SecondFactorRow } from './second-factor-row.tsx';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { SocialRows } from './social-rows.tsx';
import './user-panel.css';
import './own-account.css';

type Open = 'password' | 'phone' | 'avatar' | 'screen' | null;

export default function OwnAccount() {
  const { data, error, refetch } = useCall(ownAccounts.profile, {}, { quiet: true });
  const [open, setOpen] = useState<Open>(null);
  const may = useMay();
  const link = useFileLink(data?.avatar ?? '');
  const close = () => setOpen(null);
  if (error) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton active avatar paragraph={{ rows: 10 }} />;
  const facts: [string, ReactNode][] = [
    ['用户名', data.username],
    ['所在机构', data.tenantName],
    ['部门', data.deptName],
    ['角色', data.roleNames.length ? data.roleNames.map((name) => <Tag key={name}>{name}</Tag>) : MISSING],
    ['加入时间', data.createTime],
  ];
  return (
    <div className="o-page">
      <Card className="o-who">
        <header>
          <Avatar size={72} className="y-avatar" src={link || undefined} aria-hidden>
            {data.name.slice(0, 1)}
          </Avatar>
          <h2>{data.name}</h2>
          <Button size="small" onClick={() => setOpen('avatar')}>
            更换头像
          </Button>
        </header>
        <FactList facts={facts} />
      </Card>
      <Card title="登录与安全">
        <SettingRow title="登录密码" text="定期更换密码，不要与其他网站相同。">
          <Button onClick={() => setOpen('password')}>修改密码</Button>
        </SettingRow>
        <SettingRow
          title="手机号"
          text={data.phone ?? '未填写。填写后可用短信验证码登录和找回密码。'}
          tag={data.phone ? data.phoneVerified ? <Tag color="success">已验证</Tag> : <Tag color="warning">未验证</Tag> : null}
        >
          <Button onClick={() => setOpen('phone')}>{data.phone ? '更换或验证' : '填写手机号'}</Button>
        </SettingRow>
        <SecondFactorRow />
        <SocialRows />
        {may(screenLogins.settle) && (
          <SettingRow title="大屏授权" text="让一块大屏以您的权限登录，只能查看，不能操作。">
            <Button onClick={() => setOpen('screen')}>授权大屏</Button>
          </SettingRow>
        )}
      </Card>
      <MessagePreferences />
      <OwnQuietHours />
      <Card title="登录设备">
        <PanelSessions />
      </Card>
      <PasswordDialog open={open === 'password'} onClose={close} />
      <PhoneDialog open={open === 'phone'} phone={data.phone} onClose={close} />
      <AvatarDialog open={open === 'avatar'} avatar={data.avatar} onClose={close} />
      <ScreenApproval open={open === 'screen'} onClose={close} />
    </div>
  );
}
