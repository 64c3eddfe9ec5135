/** What must not be overlooked: cards of arriving and ringing warnings above everything, and the notice that there is no sound yet. */
import { CloseOutlined, SoundOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { warnings } from '#contract/warnings/warnings.ts';
import { isLocked, session } from '#web/api/session.ts';
import { WarningLastSeen } from '#web/devices/last-seen.tsx';
import { go } from '#web/shell/go.ts';
import { useSecond } from '#web/ui/clock.ts';
import { useMay } from '#web/ui/may.ts';
import { severityOf } from '#web/ui/severities.ts';
import { Flags } from '#web/ui/warning-tags.tsx';
import { useAcknowledge } from './acknowledging.ts';
import { handleWarning, putAway } from './alarm-state.ts';
import { mute, sound, unlock } from './alarm-sound.ts';
import { isUnanswered, standingCards } from './arrivals.ts';
import { LIST } from './bell-panel.tsx';
import { secondsBetween, spanText } from './durations.ts';
import type { WarningRow } from './use-open-warnings.ts';
import './alarm-cards.css';

const MOST = 3;

interface CardProps {
  row: WarningRow;
  /** Settled meanwhile, by somebody else or itself. */
  gone: boolean;
  /** Something was pressed: the cards may move again. */
  onAct: () => void;
}

function Card({ row, gone, onAct }: CardProps) {
  const now = useSecond();
  const may = useMay();
  const acknowledge = useAcknowledge();
  const unanswered = isUnanswered(row);
  const waited = unanswered
    ? `${row.askReason ? `${row.askReason}，` : ''}已等待 ${spanText(secondsBetween(row.askTime, now))}`
    : '再次触发';
  const acting = (act: () => void) => () => {
    onAct();
    act();
  };
  return (
    <article
      className="w-card"
      data-severity={row.severity}
      data-gone={gone || undefined}
      aria-label={`${severityOf(row.severity).label}预警：${row.name}，${row.warningText}`}
    >
      <header>
        <span className="w-card-severity">{severityOf(row.severity).label}</span>
        <b>{row.warningText}</b>
        {row.count > 1 && <span>第 {row.count} 次</span>}
        <time dateTime={row.lastTime.replace(' ', 'T')}>{gone ? '已有人处理' : waited}</time>
        <button
          type="button"
          className="w-card-close"
          aria-label="收起并停止提醒"
          title="收起并停止提醒"
          onClick={acting(() => putAway(row))}
        >
          <CloseOutlined />
        </button>
      </header>
      <div className="w-card-body">
        <div className="w-card-who">
          <p>
            <b>{row.name}</b> {row.roomName ?? '未登记房间'}
          </p>
          <WarningLastSeen warningId={row.id} brief />
          {row.residents && <p className="w-card-lives">住在此处：{row.residents}</p>}
          <Flags flags={row.flags} />
        </div>
        <div className="w-card-buttons">
          {may(warnings.acknowledge) && unanswered && (
            <Button disabled={gone} loading={acknowledge.isPending} onClick={acting(() => acknowledge.mutate({ id: row.id }))}>
              确认收到
            </Button>
          )}
          <Button type="primary" danger={row.severity === 1} disabled={gone} onClick={acting(() => handleWarning(row.id))}>
            {may(warnings.updateStatus) ? '立即处理' : '查看'}
          </Button>
        </div>
      </div>
    </article>
  );
}

/** That nothing is heard: the browser waits for a touch, or somebody once turned the sound off here and now something rings. */
function Silence({ ringing }: { ringing: boolean }) {
  const { muted, state } = useStore(sound);
  if (muted ? !ringing : state !== 'blocked') return null;
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

export function AlarmCards({ cards, ringing }: { cards: readonly WarningRow[]; ringing: boolean }) {
  const locked = useStore(session, isLocked);
  const [still, setStill] = useState<readonly WarningRow[] | null>(null);
  const { shown, hidden } = standingCards(still, cards, MOST);
  if (locked)
    return createPortal(
      <aside className="w-cards y-no-print" aria-label="新预警" onPointerLeave={() => setStill(null)}>
        <Silence ringing={ringing} />
        <p role="alert" className="y-unseen">
          {cards.length > 0 ? `有 ${cards.length} 条预警等待处理，请解锁` : ''}
        </p>
        <Veiled count={cards.length} />
      </aside>,
      document.body,
    );
  return createPortal(
    <aside className="w-cards y-no-print" aria-label="新预警" onPointerEnter={() => setStill(cards)} onPointerLeave={() => setStill(null)}>
      <Silence ringing={ringing} />
      {/* Beside the cards, whose seconds would be read out again and again. */}
      <p role="alert" className="y-unseen">
        {cards.map((row) => `${severityOf(row.severity).label}预警：${row.name}，${row.warningText}`).join('；')}
      </p>
      {shown.map(({ row, gone }) => (
        <Card key={row.id} row={row} gone={gone} onAct={() => setStill(null)} />
      ))}
      {hidden > 0 && (
        <button type="button" className="w-cards-more" onClick={() => go(LIST)}>
          还有 {hidden} 条新预警，查看全部
        </button>
      )}
    </aside>,
    document.body,
  );
}
