/** Accounts elsewhere that open this one. Shown where the installation has them, or while one is still bound. */
import { App, Button, Tag } from 'antd';
import { socialAccounts } from '#contract/users/social-accounts.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { leaveForWechat } from '#web/login/wechat.ts';
import { SettingRow } from '#web/ui/setting-row.tsx';

export function SocialRows() {
  const { modal } = App.useApp();
  const { data } = useCall(socialAccounts.own, {}, { quiet: true });
  const unbind = useSend(socialAccounts.unbind, { changes: [socialAccounts.own] });
  return data
    ?.filter(({ available, bound }) => available || bound)
    .map(({ state, name, available, bound, bindTime }) => (
      <SettingRow
        key={state}
        title={name}
        text={bound ? `${bindTime ?? ''} 绑定，可扫码登录。` : `绑定后可用${name}扫码登录。`}
        tag={bound ? <Tag color="success">已绑定</Tag> : null}
      >
        {bound ? (
          <Button
            danger
            onClick={() =>
              void modal.confirm({
                title: `解绑${name}`,
                content: `解绑后不能再用${name}登录，确定解绑吗？`,
                okText: '解绑',
                cancelText: '取消',
                onOk: () => unbind.mutateAsync({ state }).catch(() => {}),
              })
            }
          >
            解绑
          </Button>
        ) : (
          <Button disabled={!available} onClick={() => leaveForWechat('bind', '/info/index')}>
            绑定{name}
          </Button>
        )}
      </SettingRow>
    ));
}
