/** Whether there is a network, what waits, when the list was last true; and the way out. */
import { CloudSyncOutlined, CloudUploadOutlined, DisconnectOutlined, LoginOutlined, MoreOutlined, WarningFilled } from '@ant-design/icons';
import { App, Button, Dropdown } from 'antd';
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { session, signOut } from '#web/api/session.ts';
import { Time } from '#web/ui/time.tsx';
import { visit } from './place.ts';
import { carer } from './state.ts';
import { sync } from './sync.ts';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine);

/** What signing out would cost. */
export const signOutText = (waiting: number) =>
  waiting > 0 ? `还有 ${waiting} 条服务记录没有上传，退出后将从手机中删除，不能恢复！` : '退出后，手机上保存的服务信息会被删除。';

function More() {
  const { modal } = App.useApp();
  const owner = useStore(carer, (state) => state.owner);
  const waiting = useStore(carer, (state) => state.steps.length);
  const signedIn = useStore(session, ({ tokens }) => tokens !== null);
  const leave = () =>
    modal.confirm({
      title: '退出登录',
      content: signOutText(waiting),
      okText: waiting > 0 ? '删除并退出' : '退出',
      okButtonProps: { danger: waiting > 0 },
      cancelText: '取消',
      onOk: () => signOut(),
    });
  const items = [
    { key: 'owner', label: owner?.name ?? '', disabled: true },
    { key: 'sync', label: '立即同步' },
    ...(signedIn
      ? [
          { key: 'visits', label: '我的探访' },
          { key: 'incident', label: '上报不良事件' },
          { key: 'leave', label: '请假' },
          { key: 'office', label: '电脑版' },
          { key: 'out', label: '退出登录', danger: true },
        ]
      : []),
  ];
  const actions: Record<string, () => void> = {
    sync: () => void sync(),
    visits: () => visit({ visits: { id: null } }),
    incident: () => visit({ incident: true }),
    leave: () => visit({ leave: true }),
    office: () => location.assign('/wel/index?office=1'),
    out: leave,
  };
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items, onClick: ({ key }) => actions[key]?.(), className: 'c-menu' }}>
      <Button type="text" className="c-icon" icon={<MoreOutlined aria-hidden />} aria-label="更多" aria-haspopup="menu" />
    </Dropdown>
  );
}

export function StatusBar({ toLogin }: { toLogin: () => void }) {
  const online = useOnline();
  const talk = useStore(carer, (state) => state.talk);
  const waiting = useStore(carer, (state) => state.steps.length);
  const refused = useStore(carer, (state) => state.steps.filter(({ problem }) => problem).length);
  const syncedAt = useStore(carer, (state) => state.kept?.syncedAt ?? null);
  const signedIn = useStore(session, ({ tokens }) => tokens !== null);
  const reached = online && talk !== 'failing';
  return (
    <header className="c-bar">
      <div className="c-bar-line">
        <span className="c-net" role="status" data-off={!reached || undefined}>
          {reached ? <CloudSyncOutlined aria-hidden spin={talk === 'sending'} /> : <DisconnectOutlined aria-hidden />}
          <b>{!online ? '离线' : talk === 'failing' ? '连接失败' : '在线'}</b>
          <small>
            {syncedAt === null ? (
              '尚未同步'
            ) : (
              <>
                <Time value={syncedAt} /> 同步
              </>
            )}
          </small>
        </span>
        {waiting > 0 && (
          <Button
            className="c-waiting"
            type={refused > 0 ? 'primary' : 'default'}
            danger={refused > 0}
            icon={refused > 0 ? <WarningFilled aria-hidden /> : <CloudUploadOutlined aria-hidden />}
            onClick={() => visit({ steps: true })}
          >
            {refused > 0 ? `需处理 ${refused}` : `待上传 ${waiting}`}
          </Button>
        )}
        <More />
      </div>
      {!signedIn && (
        <div className="c-bar-line c-signin">
          <span>{waiting > 0 ? `登录后上传 ${waiting} 条记录` : '登录后更新服务'}</span>
          {online && (
            <Button type="primary" icon={<LoginOutlined aria-hidden />} onClick={toLogin}>
              登录
            </Button>
          )}
        </div>
      )}
    </header>
  );
}
