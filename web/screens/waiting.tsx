/** Before the first figures, and where there are none to be had: which of it, and what to do. */
import { useStore } from 'zustand';
import type { CallError } from '#web/api/refusals.ts';
import { session, signOut } from '#web/api/session.ts';
import { BrandMark } from '#web/shell/brand-mark.tsx';
import { go } from '#web/shell/go.ts';
import { HOME } from '#web/shell/tabs.ts';
import { useWall } from './wall.ts';
import './screens.css';

interface Props {
  title: string;
  error?: CallError | null;
  /** This person may not see it at all. */
  denied?: boolean;
}

function textOf({ title, error, denied }: Props): [string, string] {
  if (denied || error?.status === 403) return [`没有查看${title}的权限`, '请联系管理员在角色管理中授权，或用有权限的账号登录。'];
  if (error?.status === 0) return ['连接不上服务器', '正在自动重试。请检查本机网络；如其他电脑也打不开系统，请联系管理员。'];
  if (error) return ['暂时读取不到数据', `${error.message}。正在自动重试。`];
  return ['正在读取数据…', ''];
}

export function Waiting(props: Props) {
  const stage = useWall();
  const isScreen = useStore(session, ({ scope }) => scope === 'screen');
  const [heading, text] = textOf(props);
  const refused = props.denied || props.error?.status === 403;
  return (
    <div ref={stage} className="s-stage s-waiting">
      <main role="status">
        <BrandMark size={88} />
        <h1>{heading}</h1>
        {text && <p>{text}</p>}
        {refused && (
          <button type="button" onClick={() => (isScreen ? void signOut() : go(HOME))}>
            {isScreen ? '退出登录' : '返回首页'}
          </button>
        )}
      </main>
    </div>
  );
}
