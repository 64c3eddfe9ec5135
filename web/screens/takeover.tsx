/** An SOS or a fall covers the screen until somebody confirms it: who, where, since when, and a sound that does not stop. */
import { useEffect } from 'react';
import { gravest, takesOver } from '#contract/screens/screens.rules.ts';
import type { ScreenWarning } from '#contract/screens/screens.ts';
import { toMillis } from '#web/ui/display.ts';
import { usePageMark } from '#web/ui/page-mark.ts';
import { play } from '#web/warnings/alarm-sound.ts';
import { spanText } from '#web/warnings/durations.ts';
import { Icon } from './icons.tsx';

const AGAIN_MS = 9000;
const MOST_BESIDE = 5;

export interface Alarm extends ScreenWarning {
  at: number;
}

/** When this page began to watch, by the server's clock: kept over a reload, which is no reason to forget an alarm. */
const OPENED = 'yian.screen.opened';
export function openedAt(serverNow: number): number {
  const kept = Number(sessionStorage.getItem(OPENED));
  if (kept > 0 && kept <= serverNow) return kept;
  sessionStorage.setItem(OPENED, String(serverNow));
  return serverNow;
}

/** Which of the urgent warnings cover the screen, the gravest first. */
export const alarmsOf = (urgent: readonly ScreenWarning[], now: number, opened: number): Alarm[] =>
  gravest(
    urgent
      .map((one) => ({ ...one, at: toMillis(one.createTime) }))
      .filter(({ id, count, at, lastTime, acknowledgeTime }) =>
        takesOver(
          { id, count, at, last: toMillis(lastTime), acknowledgedAt: acknowledgeTime === null ? null : toMillis(acknowledgeTime) },
          now,
          opened,
        ),
      ),
  );

/** `02:35`, and above an hour `1:02:35`. */
export function stopwatch(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

const whoOf = ({ gender, age }: Alarm) =>
  [gender === 1 ? '男' : gender === 2 ? '女' : null, age === null ? null : `${age}岁`].filter(Boolean).join(' · ');
const whereOf = ({ roomName, address }: Alarm) => roomName ?? address ?? '位置未知，请查看系统中的预警详情';

/** Rings as long as an alarm is there, and at once when another comes. */
export function useSiren(alarms: readonly Alarm[]): void {
  const key = alarms.map(({ id, count }) => `${id}.${count}`).join();
  useEffect(() => {
    if (key === '') return;
    play('critical');
    const timer = setInterval(play, AGAIN_MS, 'critical');
    return () => clearInterval(timer);
  }, [key]);
}

function Beside({ alarm, now }: { alarm: Alarm; now: number }) {
  return (
    <li>
      <b>{alarm.title}</b>
      <span>
        {alarm.name} {whereOf(alarm)}
      </span>
      <time>{stopwatch((now - alarm.at) / 1000)}</time>
    </li>
  );
}

/** `total`: all that wait, also those that the answer had no room for. */
export function Takeover({ alarms, total, now }: { alarms: readonly Alarm[]; total: number; now: number }) {
  const [first, ...others] = alarms;
  usePageMark(first && 'takeover');
  if (!first) return null;
  const hidden = Math.max(total, alarms.length) - 1 - Math.min(others.length, MOST_BESIDE);
  const again = first.acknowledgeTime !== null;
  return (
    <section className="s-takeover" data-rule={first.rule} aria-label="紧急预警">
      <p className="y-unseen" role="alert">
        {alarms.map((alarm) => `${alarm.title}：${alarm.name}，${whereOf(alarm)}`).join('；')}
      </p>
      <div className="s-takeover-main">
        <p className="s-takeover-what">
          <b>{first.title}</b>
          {first.count > 1 && <span>第 {first.count} 次</span>}
          {again && <span>确认后再次触发</span>}
        </p>
        <p className="s-takeover-who">
          {first.name}
          <small>{whoOf(first)}</small>
        </p>
        <p className="s-takeover-where">
          <Icon name={first.roomName ? 'room' : 'place'} />
          {whereOf(first)}
          {first.roomName && first.address && <small>{first.address}</small>}
        </p>
        {first.flags.length > 0 && (
          <ul className="s-takeover-flags" aria-label="注意事项">
            {first.flags.map((flag) => (
              <li key={flag}>{flag}</li>
            ))}
          </ul>
        )}
      </div>
      <div className="s-takeover-clock">
        <span>{again ? '再次触发，距首次' : '已等待'}</span>
        <time aria-hidden>{stopwatch((now - first.at) / 1000)}</time>
        <em>
          发生于 {first.lastTime.slice(11)}
          {again ? `，${first.acknowledgeName ?? '工作人员'}已于${first.acknowledgeTime?.slice(11)}确认` : '，还没有人确认'}
        </em>
      </div>
      {others.length > 0 && (
        <ul className="s-takeover-others" aria-label="其他紧急预警">
          {others.slice(0, MOST_BESIDE).map((alarm) => (
            <Beside key={alarm.id} alarm={alarm} now={now} />
          ))}
          {hidden > 0 && <li>另有 {hidden} 条</li>}
        </ul>
      )}
      <p className="s-takeover-hint">请就近前往，并在手机或工作站上“确认收到”；确认后本屏自动恢复。</p>
    </section>
  );
}

/** Urgent ones that were old when the screen was opened: they stay in sight without covering everything. */
export function Overdue({ waiting, oldest, now }: { waiting: number; oldest: ScreenWarning | undefined; now: number }) {
  if (waiting === 0) return null;
  return (
    <p className="s-overdue" role="status">
      {waiting} 条紧急预警超过30分钟没有人确认
      {oldest && `：${oldest.name} ${oldest.title}，已等待 ${spanText((now - toMillis(oldest.createTime)) / 1000)}`}
    </p>
  );
}
