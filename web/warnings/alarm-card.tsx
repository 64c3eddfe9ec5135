/** The card of one warning that must not be overlooked; that of an SOS or a fall says more and sends a carer by one press. */
import { CheckCircleFilled, CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { lastSeen } from '#contract/devices/last-seen.ts';
import { isEmergency } from '#contract/warnings/handling.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { WarningLastSeen } from '#web/devices/last-seen.tsx';
import { keepTrying, lazyPart } from '#web/shell/lazy-part.ts';
import { whenStanding } from '#web/shell/when-idle.ts';
import { useSecond } from '#web/ui/clock.ts';
import { useMay } from '#web/ui/may.ts';
import { Place } from '#web/ui/place.tsx';
import { severityOf } from '#web/ui/severities.ts';
import { Flags } from '#web/ui/warning-tags.tsx';
import { useAcknowledge } from './acknowledging.ts';
import { handleWarning, putAway } from './alarm-state.ts';
import { isUnanswered } from './arrivals.ts';
import { secondsBetween, spanText } from './durations.ts';
import { useMaySend } from './may-send.ts';
import type { WarningRow } from './use-open-warnings.ts';
import { sentText } from './visit-texts.ts';
import './alarm-cards.css';

const load = () => import('./emergency-facts.tsx');
const EmergencyFacts = lazyPart(load);

/** Fetches what such a card needs before one comes: then there may be no network. */
export const useEmergencyFetched = () => useEffect(() => whenStanding(() => void keepTrying(load)), []);

interface Props {
  row: WarningRow;
  /** Of the emergencies whose cards stand. */
  ids: readonly number[];
  /** Settled meanwhile, by a colleague or itself: in a few words; null while it stands. */
  gone: string | null;
  /** What became of a press on this card. */
  told: string | null;
  /** The pointer is on the cards: nothing moves. */
  still: boolean;
  /** Something was pressed: this card may go. */
  onAct: () => void;
  /** The drawer opens in the place of the cards: they may move at once. */
  onLeave: () => void;
}

/** 1, 2 and 3 press the buttons that say so, in the card that has the focus. */
function pressByNumber(event: KeyboardEvent<HTMLElement>): void {
  if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
  const button = event.currentTarget.querySelector<HTMLButtonElement>(`button[aria-keyshortcuts="${event.key}"]`);
  if (!button) return;
  event.preventDefault();
  button.click();
}

/** Of an element: while `kept` it is no lower than it was before, so that nothing below it moves up. */
function useKeptHeight<E extends HTMLElement>(kept: boolean) {
  const box = useRef<E>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    if (!box.current) return;
    if (!kept) height.current = box.current.offsetHeight;
    box.current.style.minHeight = kept ? `${height.current}px` : '';
  });
  return box;
}

export function AlarmCard({ row, ids, gone, told, still, onAct, onLeave }: Props) {
  const now = useSecond();
  const may = useMay();
  const maySend = useMaySend();
  const acknowledge = useAcknowledge();
  const [focused, setFocused] = useState(false);
  const body = useKeptHeight<HTMLDivElement>(told !== null);
  const unanswered = isUnanswered(row);
  const emergency = isEmergency(row.rule);
  // What the head says already is not said twice.
  const sent = sentText(row) === row.askReason ? null : sentText(row);
  const over = gone !== null || told !== null;
  const sends = !over && maySend(row);
  const waited = unanswered
    ? `${row.askReason ? `${row.askReason}，` : ''}已等待 ${spanText(secondsBetween(row.askTime, now))}`
    : '再次触发';
  const acting = (act: () => void) => () => {
    onAct();
    act();
  };
  const left = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
    setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
  return (
    <article
      className="w-card"
      tabIndex={-1}
      data-warning={row.id}
      data-severity={row.severity}
      data-gone={gone !== null || undefined}
      data-emergency={emergency || undefined}
      aria-label={`${severityOf(row.severity).label}预警：${row.name}，${row.warningText}`}
      onKeyDown={pressByNumber}
      onFocus={() => setFocused(true)}
      onBlur={left}
    >
      <header>
        <span className="w-card-severity">{severityOf(row.severity).label}</span>
        <b>{row.warningText}</b>
        {row.count > 1 && <span>第 {row.count} 次</span>}
        <time dateTime={row.lastTime.replace(' ', 'T')}>{gone ?? (told === null ? waited : '')}</time>
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
      <div className="w-card-body" ref={body}>
        <div className="w-card-who">
          <p>
            <b>{row.name}</b>{' '}
            <span className="w-card-place">
              {row.roomName === null ? (row.lastAddress ?? '未登记房间') : <Place place={row.roomName} />}
            </span>
          </p>
          {told === null && may(lastSeen.warning) && (
            <div className="w-card-seen">
              <WarningLastSeen warningId={row.id} brief />
            </div>
          )}
          {row.residents && <p className="w-card-lives">住在此处：{row.residents}</p>}
          <Flags flags={row.flags} />
          {emergency && told === null && sent !== null && <p className="w-card-lives">{sent}</p>}
        </div>
        {emergency && told === null && (
          <div className="w-card-help" data-sends={sends || undefined}>
            <Suspense fallback={null}>
              <EmergencyFacts row={row} ids={ids} sends={sends} frozen={still || focused} onSent={onAct} />
            </Suspense>
          </div>
        )}
        {told === null ? (
          <div className="w-card-buttons">
            {may(warnings.acknowledge) && unanswered && (
              <Button disabled={over} loading={acknowledge.isPending} onClick={acting(() => acknowledge.mutate({ id: row.id }))}>
                确认收到
              </Button>
            )}
            <Button
              type={sends ? 'default' : 'primary'}
              danger={!sends && row.severity === 1}
              disabled={over}
              onClick={() => {
                onLeave();
                handleWarning(row.id);
              }}
            >
              {sends ? '其他处理' : may(warnings.updateStatus) ? '立即处理' : '查看'}
            </Button>
          </div>
        ) : (
          <p className="w-card-told">
            <CheckCircleFilled aria-hidden /> {told}
          </p>
        )}
      </div>
    </article>
  );
}
