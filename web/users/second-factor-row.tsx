/** The second factor of one's own account: how it stands, and what can be done. */
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { secondFactors } from '#contract/users/second-factors.ts';
import { useCall } from '#web/api/call.ts';
import { DisableDialog, RenewDialog } from './second-factor-dialogs.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import { SettingRow } from '#web/ui/setting-row.tsx';

export function SecondFactorRow() {
  const { data } = useCall(secondFactors.state, {}, { quiet: true });
  const [open, setOpen] = useState<'enrol' | 'renew' | 'disable' | null>(null);
  const close = () => setOpen(null);
  const text = data?.enabled
    ? `登录时除密码外还需要手机上的动态验证码。剩余${data.left}个恢复码。`
    : '登录时再输入手机验证器上的6位数字，密码泄露时账号也安全。';
  return (
    <SettingRow
      title="两步验证"
      text={text}
      tag={
        <>
          {data?.enabled && <Tag color="success">已启用</Tag>}
          {data?.required && <Tag color="processing">机构要求</Tag>}
        </>
      }
    >
      {data && !data.enabled && (
        <Button type="primary" onClick={() => setOpen('enrol')}>
          启用
        </Button>
      )}
      {data?.enabled && (
        <>
          <Button onClick={() => setOpen('renew')}>重新生成恢复码</Button>
          <Button
            danger
            disabled={data.required}
            title={data.required ? '机构要求使用两步验证' : undefined}
            onClick={() => setOpen('disable')}
          >
            停用
          </Button>
        </>
      )}
      <EnrolDialog open={open === 'enrol'} onClose={close} />
      <RenewDialog open={open === 'renew'} onClose={close} />
      <DisableDialog open={open === 'disable'} onClose={close} />
    </SettingRow>
  );
}
