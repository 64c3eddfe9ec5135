/** Where one is signed in, and signing out elsewhere. */
import { LaptopOutlined, MobileOutlined } from '@ant-design/icons';
import { Button, Skeleton, Tag } from 'antd';
import { sessions } from '#contract/users/sessions.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { since } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';

const MOBILE = /iPhone|Android|鸿蒙/;

export default function PanelSessions() {
  const { data, error, refetch } = useCall(sessions.own, {}, { quiet: true });
  const now = useQuarterMinute();
  const end = useSend(sessions.removeOwn, { changes: [sessions.own] });
  return (
    <>
      {error && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      <ul className="t-places" aria-label="登录设备">
        {data?.map((one) => (
          <li key={one.id}>
            <h3>
              {MOBILE.test(one.system) ? <MobileOutlined aria-hidden /> : <LaptopOutlined aria-hidden />} {one.system} · {one.browser}
            </h3>
            <div>{one.current ? <Tag color="processing">本机</Tag> : <Tag>{since(one.lastSeenTime, now)}活动</Tag>}</div>
            <p>
              {one.tenantName} · {one.address ?? '地址未知'}
              <br />
              {one.createTime} 登录
            </p>
            {!one.current && (
              <Confirm title="确定让该设备退出登录吗？" okText="确定" cancelText="取消" onConfirm={() => end.mutate({ id: one.id })}>
                <Button danger>退出登录</Button>
              </Confirm>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
