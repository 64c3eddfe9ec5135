/**
 * What must not be overlooked: cards of arriving and ringing warnings above everything, and the notice that there is no sound yet. A wide
 * window has a place for them beside the page; they fold into a strip.
 */
import { SoundOutlined } from '@ant-design/icons';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { isEmergency, isOnTheWay } from '#contract/warnings/handling.rules.ts';
import { isLocked, session } from '#web/api/session.ts';
import { go } from '#web/shell/go.ts';
import { usePageMark } from '#web/ui/page-mark.ts';
import { severityOf } from '#web/ui/severities.ts';
import { AlarmCard, useEmergencyFetched } from './alarm-card.tsx';
import { mute, sound, unlock } from './alarm-sound.ts';
import { folded } from './alarm-fold.ts';
import { bringBack, toldOf, useAlarms } from './alarm-state.ts';
import { Fold, Strip } from './alarm-strip.tsx';
import { standingCards, withTold } from './arrivals.ts';
import { LIST } from './bell-panel.tsx';
import { useMaySend } from './may-send.ts';
import type { WarningRow } from './use-open-warnings.ts';
import './alarm-cards.css';

const MOST = 3;
/** A pointer that has rested so long after a press is not on its way to the next button. */
const REST_MS = 1000;

/** That nothing is heard: the browser waits for a touch, or somebody once turned the sound off here and now something rings. */
function Silence({ ringing }: { ringing: boolean }) {
  const { muted, state } = useStore(sound);
  const silent = muted ? ringing : state === 'blocked';
  usePageMark(silent && 'silence');
  if (!silent) return null;
  return (
    <button type="button" className="w-silence" onClick={() => (muted ? mute(false) : unlock())}>
      <SoundOutlined aria-hidden /> {muted ? '报警声已关，点此打开' : '声音未开启，点此开启'}
    </button>
  );
}

/** Over a locked screen: that somebody has to come, not to whom. */
function Veiled({ count }: { count: number }) {
  return count > 0 ? (
    <article className="w-card" data-severity={1} aria-label="有预警等待处理">
      <header>
        <span className="w-card-severity">预警</span>
        <b>有 {count} 条预警等待处理</b>
      </header>
      <p className="w-card-body">请解锁后查看和处理</p>
    </article>
  ) : null;
}

/** F6 goes to the first card, or to what unfolds them, and back to where the focus was. */
function useReachedByKey(any: boolean) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!any) return;
    let before: HTMLElement | null = null;
    const pressed = (event: KeyboardEvent) => {
      const card = box.current?.querySelector<HTMLElement>('article, [aria-expanded="false"]');
      if (event.key !== 'F6' || !card) return;
      event.preventDefault();
      if (box.current?.contains(document.activeElement)) return before?.focus();
      before = document.activeElement as HTMLElement | null;
      card.focus();
    };
    // A drawer that hears at the window of a focus elsewhere takes it back; React hears it before, at the body.
    const keep = (event: FocusEvent) => {
      if (event.target instanceof Node && box.current?.contains(event.target)) event.stopPropagation();
    };
    document.addEventListener('keydown', pressed);
    document.documentElement.addEventListener('focusin', keep);
    return () => {
      document.removeEventListener('keydown', pressed);
      document.documentElement.removeEventListener('focusin', keep);
    };
  }, [any]);
  return box;
}

/** What became of a warning whose card stands only because the pointer is on it. */
function endOf(now: WarningRow | undefined, away: boolean): string {
  if (away) return '已收起';
  if (now && isOnTheWay(now)) return `${now.handlerName ?? '同事'}已派单`;
  return now?.acknowledgeName ? `${now.acknowledgeName}已收到` : '已有人处理';
}

/** Each in one sentence, and how the keyboard reaches it. */
function Spoken({ cards }: { cards: readonly WarningRow[] }) {
  const maySend = useMaySend();
  const keys = cards.some(maySend) ? '。按 F6 到卡片，按 1、2、3 派人' : '';
  const each = cards.map(({ severity, name, warningText, roomName }) =>
    [`${severityOf(severity).label}预警：${name}`, warningText, roomName].filter(Boolean).join('，'),
  );
  return (
    <p role="alert" className="y-unseen">
      {each.length > 0 && each.join('；') + keys}
    </p>
  );
}

/**
 * The cards as they stood when the pointer came to them. They stay until it has left, or rests after a press: a nurse who confirms
 * one goes on to the next, which must not move up as she presses it.
 */
function useStillness(standing: readonly WarningRow[]) {
  const [still, setStill] = useState<readonly WarningRow[] | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = () => {
    clearTimeout(rest.current);
    rest.current = undefined;
    setStill(null);
  };
  const wait = () => {
    clearTimeout(rest.current);
    rest.current = setTimeout(release, REST_MS);
  };
  useEffect(() => () => clearTimeout(rest.current), []);
  const moved = () => {
    if (still === null) setStill(standing);
    if (rest.current !== undefined) wait();
  };
  return {
    still,
    release,
    // Of a single card nothing is below.
    acted: () => (standing.length > 1 ? wait() : release()),
    hands: { onPointerEnter: () => setStill(standing), onPointerMove: moved, onPointerDown: moved, onPointerLeave: release },
  };
}

interface Props {
  cards: readonly WarningRow[];
  /** Not confirmed, and their cards put away: they stay as lines. */
  away: readonly WarningRow[];
  /** All open ones that may have to be heard: says what became of one whose card is over. */
  rows: readonly WarningRow[];
  ringing: boolean;
}

export function AlarmCards({ cards, away, rows, ringing }: Props) {
  const locked = useStore(session, isLocked);
  const isFolded = useStore(folded);
  const { told } = useAlarms();
  const saying = [...told.values()].filter(({ row }) => toldOf(told, rows.find(({ id }) => id === row.id) ?? row) !== null);
  const standing = withTold(
    cards,
    saying.map(({ row }) => row),
  );
  const { still, release, acted, hands } = useStillness(standing);
  const { shown, hidden } = standingCards(still, standing, MOST);
  const any = shown.length + away.length > 0;
  /** Without a card there is only the strip. */
  const asStrip = isFolded || shown.length === 0;
  const box = useReachedByKey(!locked && any);
  usePageMark(!locked && any && (asStrip ? 'alarms-folded' : 'alarms-open'));
  useEmergencyFetched();
  const pick = (row: WarningRow) => {
    release();
    bringBack(row);
    folded.setState(false, true);
    // The card takes the focus that its line had.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-warning="${row.id}"]`)?.focus());
  };
  const fold = (next: boolean) => {
    release();
    if (!next && shown.length === 0) away.forEach(bringBack);
    folded.setState(next, true);
  };
  const ids = shown.filter(({ row }) => isEmergency(row.rule)).map(({ row }) => row.id);
  if (locked)
    return createPortal(
      <aside className="w-cards y-no-print" aria-label="新预警" data-veiled>
        <Silence ringing={ringing} />
        <p role="alert" className="y-unseen">
          {cards.length > 0 ? `有 ${cards.length} 条预警等待处理，请解锁` : ''}
        </p>
        <Veiled count={cards.length} />
      </aside>,
      document.body,
    );
  return createPortal(
    <aside
      ref={box}
      className="w-cards y-no-print"
      aria-label="新预警"
      data-alarms={any ? (asStrip ? 'folded' : 'open') : undefined}
      {...hands}
    >
      <Silence ringing={ringing} />
      {/* Beside the cards, whose seconds would be read out again and again. */}
      <Spoken cards={cards} />
      <p role="status" className="y-unseen">
        {saying.map(({ row, text }) => `${row.name}：${text}`).join('；')}
      </p>
      {any && <Fold count={shown.length + hidden + away.length} isFolded={asStrip} onFold={fold} />}
      {asStrip && <Strip rows={[...shown.map(({ row }) => row), ...away]} onPick={pick} />}
      <div className="w-cards-list">
        {(asStrip ? [] : shown).map(({ row, gone }) => (
          <AlarmCard
            key={row.id}
            row={row}
            ids={ids}
            still={still !== null}
            gone={
              gone
                ? endOf(
                    rows.find(({ id }) => id === row.id),
                    away.some(({ id }) => id === row.id),
                  )
                : null
            }
            told={toldOf(told, row)}
            onAct={acted}
            onLeave={release}
          />
        ))}
      </div>
      {!asStrip && <Strip flat rows={away} onPick={pick} />}
      {hidden > 0 && !asStrip && (
        <button type="button" className="w-cards-more" onClick={() => go(LIST)}>
          还有 {hidden} 条新预警，查看全部
        </button>
      )}
    </aside>,
    document.body,
  );
}
