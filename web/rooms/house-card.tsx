/** What is known of a bed, or of a room with an alarm of its own: a small card beside it. */
import { CloseOutlined, SwapOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { vitals } from '#contract/health/vitals.ts';
import { bedStates } from '#contract/rooms/beds.rules.ts';
import { beds } from '#contract/rooms/beds.ts';
import type { HouseBed, HouseRoom } from '#contract/rooms/house.ts';
import { signals, stateText } from '#contract/rooms/house-signals.rules.ts';
import { placeText } from '#contract/rooms/places.rules.ts';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { ageText, FlagTags, genderText } from '#web/elderly/person-tags.tsx';
import { healthAddress, orderAddress, personAddress } from '#web/shell/addresses.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { since } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { Severity } from '#web/ui/severity.tsx';
import { Time } from '#web/ui/time.tsx';
import { Glyph } from './house-rooms.tsx';

/** Values on the card; the person's health page has all of them. */
const MOST_VALUES = 4;
const MARGIN = 6;

/** Since when these are so is of no interest. */
const SETTLED: ReadonlySet<number> = new Set([bedStates.free, bedStates.occupied]);

type Alarm = NonNullable<HouseBed['alarm']>;

function AlarmLine({ alarm, onWarning }: { alarm: Alarm; onWarning: ((id: number) => void) | undefined }) {
  return (
    <p className="r-card-line">
      <Severity severity={alarm.severity} closed />
      <b>{alarm.title}</b>
      <span>
        <Time value={alarm.happenTime} age /> · {alarm.acknowledged ? '处理中' : '待确认'}
      </span>
      {onWarning && (
        <Button type="primary" danger={!alarm.acknowledged} size="small" onClick={() => onWarning(alarm.id)}>
          处理
        </Button>
      )}
    </p>
  );
}

/** The newest values of a person, for those who may see them. */
function Values({ personId }: { personId: number }) {
  const now = useQuarterMinute();
  const may = useMay()(vitals.latest);
  const { data, isError } = useCall(vitals.latest, { oldmanId: personId }, { quiet: true, enabled: may });
  if (!may) return null;
  if (isError) return <p className="r-card-line">暂时读取不到体征</p>;
  if (!data) return <p className="r-card-line">正在读取体征…</p>;
  if (data.length === 0) return <p className="r-card-line">还没有体征数据</p>;
  return (
    <dl className="r-card-values">
      {data
        .filter(({ metric }) => metric !== 'battery')
        .slice(0, MOST_VALUES)
        .map(({ metric, label, value, unit, time, level }) => (
          <div key={metric} data-out={level !== 0 || undefined}>
            <dt>{label}</dt>
            <dd>
              {value}
              {unit}
              {level !== 0 && (
                <i role="img" aria-label={level > 2 ? '偏高' : '偏低'}>
                  {level > 2 ? '↑' : '↓'}
                </i>
              )}
              <small>{since(time, now)}</small>
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Order({ order: { id, carer, status, project, serviceTime } }: { order: NonNullable<HouseBed['order']> }) {
  return (
    <p className="r-card-line">
      <Glyph signal="order" />
      <Link to={orderAddress(id)}>{project}</Link>
      <span>
        {carer ?? '未派'} · {status === jobStatus.inProgress ? '服务中' : `计划${serviceTime.slice(11, 16)}`}
      </span>
    </p>
  );
}

function BedFacts({ bed, onWarning }: { bed: HouseBed; onWarning: ((id: number) => void) | undefined }) {
  const now = useQuarterMinute();
  const may = useMay();
  const clean = useSend(beds.clean);
  const { person, taken, status, statusTime, cleaningSince, alarm, elsewhere, order } = bed;
  return (
    <>
      {person ? (
        <p className="r-card-who">
          <Link to={personAddress(person.id)}>{person.name}</Link>
          <span>
            {genderText(person.gender)} {ageText(person.age)}
          </span>
          {person.flags.length > 0 && <FlagTags flags={person.flags} />}
        </p>
      ) : (
        <p className="r-card-who">{taken ? '有人入住，您无权查看' : '没有人入住'}</p>
      )}
      <p className="r-card-line">
        {stateText(status, person?.status ?? null)}
        {statusTime && !SETTLED.has(status) && (
          <span>
            自 <Time value={statusTime} /> 起
          </span>
        )}
      </p>
      {cleaningSince && (
        <p className="r-card-line">
          <Glyph signal="cleaning" /> {signals.cleaning.label}
          <span>
            自 <Time value={cleaningSince} /> 起
          </span>
          {may(beds.clean) && (
            <Button size="small" loading={clean.isPending} onClick={() => clean.mutate({ id: bed.id })}>
              已清洁
            </Button>
          )}
        </p>
      )}
      {alarm && <AlarmLine alarm={alarm} onWarning={onWarning} />}
      {elsewhere && (
        <p className="r-card-line">
          <Glyph signal="elsewhere" /> 在 {elsewhere.text}
          <span>{since(elsewhere.time, now)}</span>
        </p>
      )}
      {order && <Order order={order} />}
      {person && <Values personId={person.id} />}
      {person && bed.gravity > 0 && (
        <p className="r-card-line">
          <Link to={healthAddress(person.id)}>{signals[bed.gravity > 1 ? 'urgent' : 'watch'].label}，查看健康详情</Link>
        </p>
      )}
    </>
  );
}

interface Props {
  room: HouseRoom;
  /** Null: the room itself. */
  bed: HouseBed | null;
  /** Who is in the room that has no bed there. */
  guests: string;
  /** The element that was pressed; the card stands beside it. */
  anchor: HTMLElement;
  onWarning: ((id: number) => void) | undefined;
  /** Picks up the person of a bed; undefined where nobody may be moved. */
  onMove: ((bedId: number) => void) | undefined;
  onClose: () => void;
}

/** Beneath what was pressed, above it where there is no place; within the width of the stage. */
function placeBeside(card: HTMLElement, anchor: HTMLElement): { left: number; top: number } {
  const parent = card.offsetParent ?? document.body;
  const stage = parent.getBoundingClientRect();
  const at = anchor.getBoundingClientRect();
  const below = at.bottom - stage.top + MARGIN;
  const fits = at.bottom + MARGIN + card.offsetHeight <= window.innerHeight;
  const above = at.top - stage.top - MARGIN - card.offsetHeight;
  const left = Math.max(0, Math.min(at.left - stage.left, stage.width - card.offsetWidth));
  return { left: left + parent.scrollLeft, top: (fits || above < 0 ? below : above) + parent.scrollTop };
}

/** Nothing of the card is cut off: the stage grows with it, or where its height is bounded scrolls to it. */
function makeRoom(stage: HTMLElement, card: HTMLElement, top: number): void {
  if (getComputedStyle(stage).maxHeight === 'none') stage.style.minHeight = `${top + card.offsetHeight + MARGIN}px`;
  else if (top + card.offsetHeight > stage.scrollTop + stage.clientHeight) stage.scrollTop = top + card.offsetHeight - stage.clientHeight;
}

export function HouseCard({ room, bed, guests, anchor, onWarning, onMove, onClose }: Props) {
  const card = useRef<HTMLElement>(null);
  const [at, setAt] = useState<{ left: number; top: number } | null>(null);
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    const stage = element.offsetParent as HTMLElement | null;
    const put = () => {
      const next = placeBeside(element, anchor);
      setAt(next);
      if (stage) makeRoom(stage, element, next.top);
    };
    put();
    const observer = new ResizeObserver(put);
    observer.observe(element);
    return () => {
      observer.disconnect();
      stage?.style.removeProperty('min-height');
    };
  }, [anchor]);
  // What is hidden cannot be in focus.
  const placed = at !== null;
  useEffect(() => {
    if (placed) card.current?.focus();
  }, [placed]);
  const close = useEffectEvent(onClose);
  // What was pressed may go while the card stands.
  useEffect(() => {
    if (!anchor.isConnected) close();
  });
  // Wherever the focus is: on the bed, in the card, or taken away by an alarm.
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
  const title = placeText({ ...room, roomName: room.name, bedName: bed?.name }) ?? room.name;
  return (
    <section
      ref={card}
      className="r-card"
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      style={at ? { left: at.left, top: at.top } : { visibility: 'hidden' }}
    >
      <header>
        <h3>{title}</h3>
        <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} aria-label="关闭" onClick={onClose} />
      </header>
      {bed ? <BedFacts bed={bed} onWarning={onWarning} /> : room.alarm && <AlarmLine alarm={room.alarm} onWarning={onWarning} />}
      {guests && (
        <p className="r-card-line">
          <Glyph signal="elsewhere" /> {guests} 在此
        </p>
      )}
      {bed?.person && onMove && (
        <p className="r-card-line">
          <Button size="small" icon={<SwapOutlined aria-hidden />} onClick={() => onMove(bed.id)}>
            换床…
          </Button>
        </p>
      )}
    </section>
  );
}
