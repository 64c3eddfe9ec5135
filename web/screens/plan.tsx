/** The house from outside: buildings, floors, rooms, and a light for every bed; a room with an alarm burns. */
import { bedStateLabels, bedStates } from '#contract/rooms/beds.rules.ts';
import { planPages } from '#contract/screens/screens.rules.ts';
import type { TenantScreen } from '#contract/screens/screens.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import type { RoomAlarm } from './room-alarms.ts';

type Room = TenantScreen['rooms'][number];

/** Lines of rooms that the picture holds, and rooms in a line. */
const [LINES, WIDE] = [8, 12];

const { free, reserved, occupied, onLeave, inRepair, isolation } = bedStates;
const LIGHTS: Record<number, string> = {
  [free]: 'free',
  [reserved]: 'reserved',
  [occupied]: 'taken',
  [onLeave]: 'away',
  [inRepair]: 'closed',
  [isolation]: 'closed',
};
const LEGEND = [occupied, onLeave, reserved, free, inRepair] as const;

function Cell({ room, alarm }: { room: Room; alarm: RoomAlarm | undefined }) {
  return (
    <li className="s-room" data-severity={alarm?.severity} data-waits={alarm?.waits || undefined}>
      <span>{room.name}</span>
      <i aria-hidden>
        {room.beds.map((state, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- beds of a room keep their order
          <b key={at} data-light={LIGHTS[state]} />
        ))}
      </i>
      <span className="y-unseen">
        {room.beds.map((state) => bedStateLabels[state]).join('、')}
        {alarm && (alarm.waits ? '，有预警，无人确认' : '，有预警')}
      </span>
    </li>
  );
}

/** `alarms`: by room's id. Pages turn by the quarter minute; one with an alarm stays. */
export function Plan({ rooms, alarms }: { rooms: readonly Room[]; alarms: ReadonlyMap<number, RoomAlarm> }) {
  const turn = Math.floor(useQuarterMinute() / 15_000);
  const pages = planPages(rooms, LINES, WIDE);
  const burning = pages.findIndex((page) =>
    page.some(({ floors }) => floors.some((floor) => floor.rooms.some(({ id }) => alarms.get(id)?.severity === 1))),
  );
  const at = burning >= 0 ? burning : turn % Math.max(1, pages.length);
  return (
    <div className="s-plan">
      {(pages[at] ?? []).map(({ building, floors }) => (
        <section key={building} className="s-building" aria-label={building} style={{ flexGrow: floors.length }}>
          <h3>{building}</h3>
          {floors.map(({ floor, rooms: own }) => (
            <div key={floor} className="s-floor">
              <h4>{floor}</h4>
              <ul>
                {own.map((room) => (
                  <Cell key={room.id} room={room} alarm={alarms.get(room.id)} />
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
      <footer className="s-legend">
        {LEGEND.map((state) => (
          <span key={state}>
            <b data-light={LIGHTS[state]} aria-hidden /> {state === inRepair ? '维修/隔离' : bedStateLabels[state]}
          </span>
        ))}
        {pages.length > 1 && (
          <em>
            {at + 1} / {pages.length}
          </em>
        )}
      </footer>
    </div>
  );
}

/** Where the rooms are too many to be drawn: floors as bars. */
export function Floors({ floors }: { floors: TenantScreen['beds']['floors'] }) {
  return (
    <ul className="s-floors">
      {floors.slice(0, 40).map(({ building, floor, total, occupied: taken }) => (
        <li key={`${building} ${floor}`}>
          <span>
            {building} {floor}
          </span>
          <i>
            <b style={{ width: `${total === 0 ? 0 : (taken / total) * 100}%` }} />
          </i>
          <span>
            {taken}/{total}
          </span>
        </li>
      ))}
    </ul>
  );
}
