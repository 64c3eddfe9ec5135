/** What both screens stand in: head with name, clock and the state of the line, the panels, and the controls that come with the mouse. */
import { weekdayOf } from '#contract/time.ts';
import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { POLL_MS } from '#contract/screens/screens.rules.ts';
import { session, signOut } from '#web/api/session.ts';
import { BrandMark } from '#web/shell/brand-mark.tsx';
import { toggleFullScreen, useFullScreen } from '#web/shell/full-screen.ts';
import { go } from '#web/shell/go.ts';
import { HOME } from '#web/shell/tabs.ts';
import { formatTime } from '#web/ui/display.ts';
import { mute, sound, unlock } from '#web/warnings/alarm-sound.ts';
import { spanText } from '#web/warnings/durations.ts';
import { Icon } from './icons.tsx';
import type { Watched } from './use-screen.ts';
import { useIdle, useKeys, useNewVersion, useWall } from './wall.ts';
import './screens.css';

type Line = Pick<Watched<unknown>, 'state' | 'hears' | 'readAt' | 'now' | 'serverNow'>;

export interface Control {
  /** The key that does the same, small. */
  key: string;
  label: string;
  on?: boolean;
  act: () => void;
}

interface Props extends Line {
  title: string;
  name: string;
  /** Beside the controls of every screen. */
  controls?: readonly Control[];
  alarmed: boolean;
  children: ReactNode;
  /** Above everything but the word that the line is cut. */
  over?: ReactNode;
}

const WEEK = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'];
const weekday = (millis: number) => WEEK[weekdayOf(millis)];

function Clock({ now }: { now: number }) {
  return (
    <div className="s-clock">
      <time>{formatTime(now, 'HH:mm:ss')}</time>
      <span>
        {formatTime(now, 'yyyy年MM月dd日')}
        <br />
        {weekday(now)}
      </span>
    </div>
  );
}

const LINE = { live: '实时', polled: '定时刷新', cut: '已断开' } as const;

function LineState({ state, hears, readAt }: Pick<Line, 'state' | 'hears' | 'readAt'>) {
  return (
    <p className="s-line" data-state={state} title={state === 'polled' ? '实时推送暂时不通，每15秒刷新一次' : undefined}>
      <i aria-hidden />
      {state === 'live' && !hears ? `每${POLL_MS / 1000}秒刷新` : LINE[state]}
      {readAt > 0 && <small>更新于 {formatTime(readAt, 'HH:mm:ss')}</small>}
    </p>
  );
}

function SoundState() {
  const { muted, state } = useStore(sound);
  if (state === 'unsupported') return <p className="s-sound">此浏览器不能播放警报声</p>;
  if (muted) return <p className="s-sound">警报声已关闭</p>;
  if (state === 'ready') return null;
  return (
    <button type="button" className="s-sound" onClick={unlock}>
      <Icon name="mute" /> 警报声未开启，点此或按任意键开启
    </button>
  );
}

/** Over everything: what is seen below is what was. */
function Cut({ readAt, now }: Pick<Line, 'readAt' | 'now'>) {
  return (
    <div className="s-cut" role="alert">
      <b>连接已断开</b>
      <span>
        {readAt > 0 ? `以下为 ${formatTime(readAt)} 的数据，不是现在的情况` : '还没有取到数据'}
        <em aria-live="off">{readAt > 0 && `已断开 ${spanText((now - readAt) / 1000)}`}</em>
      </span>
      <small>正在自动重连。请检查本机网络；如其他电脑也打不开系统，请联系管理员。期间请以巡查和电话为准。</small>
    </div>
  );
}

function Controls({ own, isScreen }: { own: readonly Control[]; isScreen: boolean }) {
  const full = useFullScreen();
  const { muted } = useStore(sound);
  const [leaving, setLeaving] = useState(false);
  const all: Control[] = [
    ...own,
    { key: 'f', label: full ? '退出全屏' : '全屏', act: () => void toggleFullScreen().catch(() => {}) },
    { key: 'm', label: muted ? '打开声音' : '关闭声音', act: () => mute(!muted) },
  ];
  useKeys(Object.fromEntries(all.map(({ key, act }) => [key, act])));
  return (
    <nav className="s-controls" aria-label="大屏操作">
      {all.map(({ key, label, on, act }) => (
        <button key={key} type="button" aria-pressed={on} onClick={act}>
          {label} <kbd>{key.toUpperCase()}</kbd>
        </button>
      ))}
      {isScreen ? (
        <button type="button" onClick={() => (leaving ? void signOut() : setLeaving(true))} onBlur={() => setLeaving(false)}>
          {leaving ? '再按一次退出登录' : '退出登录'}
        </button>
      ) : (
        <button type="button" onClick={() => go(HOME)}>
          返回首页
        </button>
      )}
    </nav>
  );
}

export function Stage({ title, name, state, hears, readAt, now, serverNow, controls = [], alarmed, children, over }: Props) {
  const idle = useIdle();
  const isScreen = useStore(session, ({ scope }) => scope === 'screen');
  const stage = useWall();
  useNewVersion(state !== 'cut', alarmed);
  return (
    <div ref={stage} className="s-stage" data-idle={idle || undefined} data-cut={state === 'cut' || undefined}>
      <header className="s-head">
        <BrandMark size={44} />
        <h1>
          {name}
          <small>{title}</small>
        </h1>
        <SoundState />
        <LineState state={state} hears={hears} readAt={readAt} />
        <Clock now={serverNow} />
      </header>
      {children}
      {over}
      {state === 'cut' && <Cut readAt={readAt} now={now} />}
      <Controls own={controls} isScreen={isScreen} />
    </div>
  );
}
