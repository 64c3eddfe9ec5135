/** Rooms and beds as they are drawn: on the plan of a floor, or in lines for all floors and for the wall. */
import { memo, type CSSProperties } from 'react';
import type { Spot } from '#contract/rooms/house.rules.ts';
import { signals, type SignalName } from '#contract/rooms/house-signals.rules.ts';
import { useFileLink } from '#web/ui/file-link.ts';
import { drawnOf, gravestOf, isAlarm, type DrawnBed, type DrawnRoom, type HouseFloor } from './house-model.ts';
import './house.css';

export const Glyph = ({ signal }: { signal: SignalName }) => (
  <i className="r-glyph" data-signal={signal} aria-hidden>
    {signals[signal].glyph}
  </i>
);

/** How much of a bed is drawn: glyph and name, the glyph alone, or on a wall a glyph that cannot be pressed. */
export type Manner = 'full' | 'brief' | 'still';

/**
 * A bed that is pressed is found by `data-bed`: one listener for all of them. A function and not a component: a thousand of these are drawn
 * at once.
 */
function drawBed({ id, name, who, label, signals: all }: DrawnBed, manner: Manner) {
  const [first, ...others] = all as [SignalName, ...SignalName[]];
  if (manner === 'still')
    return (
      <i key={id} className="r-bed" data-signal={first} role="img" aria-label={label}>
        {signals[first].glyph}
      </i>
    );
  return (
    <button key={id} type="button" tabIndex={-1} className="r-bed" data-bed={id} data-signal={first} aria-label={label} title={label}>
      {manner === 'brief' ? (
        signals[first].glyph
      ) : (
        <>
          <Glyph signal={first} />
          <span>{who ?? (first === 'free' || others.length > 0 ? name : signals[first].label)}</span>
          {others.slice(0, -1).map((signal) => (
            <Glyph key={signal} signal={signal} />
          ))}
        </>
      )}
    </button>
  );
}

interface RoomProps {
  room: DrawnRoom;
  manner: Manner;
  /** Who is there that has no bed there. */
  guests: string;
  /** Whether it is found, or pointed out; undefined: nothing is sought. */
  hit: boolean | undefined;
  x?: number;
  y?: number;
  w?: number;
  h?: number;
}

const Room = memo(function Room({ room, manner, guests, hit, x, y, w, h }: RoomProps) {
  const { id, name, beds, signal } = room;
  const alarm = gravestOf([signal, ...beds.map((bed) => bed.signals[0])].filter(isAlarm));
  const at = w === undefined ? undefined : ({ '--x': x, '--y': y, '--w': w, '--h': h } as CSSProperties);
  const told = signal !== null || guests !== '';
  const said = [signal && signals[signal].label, guests && `${guests}在此`].filter(Boolean).join('，');
  const head = told ? (
    <>
      <b>{name}</b>
      {signal && <Glyph signal={signal} />}
      {guests && <Glyph signal="elsewhere" />}
    </>
  ) : (
    name
  );
  const drawn = beds.map((bed) => drawBed(bed, manner));
  return (
    <li className="r-room" style={at} data-room={id} data-alarm={alarm} data-hit={hit}>
      {told && manner !== 'still' ? (
        <button type="button" className="r-room-head" data-told data-room-card={id} aria-label={`${name}，${said}`} title={said}>
          {head}
        </button>
      ) : (
        <span className="r-room-head" data-told={told || undefined}>
          {head}
        </span>
      )}
      {w === undefined ? drawn : <span className="r-beds">{drawn}</span>}
    </li>
  );
});

interface FloorProps {
  floor: HouseFloor;
  guests: ReadonlyMap<number, string>;
  /** Rooms that are found; null: nothing is sought. */
  hits: ReadonlySet<number> | null;
}

export function Picture({ url }: { url: string }) {
  const link = useFileLink(url);
  return link ? <img className="r-picture" src={link} alt="" draggable={false} /> : null;
}

/** One floor as a plan. */
export const FloorPlan = memo(function FloorPlan({
  floor: { title, rooms, layout, plan },
  guests,
  hits,
  manner = 'full',
}: FloorProps & { manner?: Manner }) {
  const { geometry } = layout;
  return (
    <div className="r-floor" style={{ '--cols': geometry.width, '--rows': geometry.height } as CSSProperties}>
      {plan?.picture && <Picture url={plan.picture} />}
      <ul aria-label={title}>
        {rooms.map((room) => {
          const { x, y, w, h } = geometry.spots.get(room.id) as Spot;
          const hit = hits?.has(room.id);
          const there = guests.get(room.id) ?? '';
          return <Room key={room.id} room={drawnOf(room)} manner={manner} guests={there} hit={hit} x={x} y={y} w={w} h={h} />;
        })}
      </ul>
    </div>
  );
});

const NONE: ReadonlyMap<number, string> = new Map();

/** One floor in lines: its rooms one after the other with a glyph for each bed. */
export const FloorLine = memo(function FloorLine({
  title,
  rooms,
  guests = NONE,
  hits = null,
  manner = 'brief',
  late = false,
}: {
  title: string;
  rooms: readonly DrawnRoom[];
  guests?: ReadonlyMap<number, string>;
  hits?: ReadonlySet<number> | null;
  manner?: Manner;
  /** Below the window at first: laid out and painted after those that are seen. */
  late?: boolean;
}) {
  return (
    <section className="r-line-floor" aria-label={title} data-late={late || undefined}>
      <h2>{title}</h2>
      <ul>
        {rooms.map((room) => (
          <Room key={room.id} room={room} manner={manner} guests={guests.get(room.id) ?? ''} hit={hits?.has(room.id)} />
        ))}
      </ul>
    </section>
  );
});

const SHOWN: readonly SignalName[] = Object.keys(signals) as SignalName[];

/** What the glyphs mean. */
export const Legend = ({ only = SHOWN }: { only?: readonly SignalName[] }) => (
  <ul className="r-legend" aria-label="图例">
    {only.map((signal) => (
      <li key={signal}>
        <Glyph signal={signal} /> {signals[signal].label}
      </li>
    ))}
  </ul>
);
