/** The house on the wall: floors in lines, drawn as the house view draws them; a room with an alarm burns. */
import { bedStateLabels, bedStates } from '#contract/rooms/beds.rules.ts';
import { alarmSignal, stateSignal, type SignalName } from '#contract/rooms/house-signals.rules.ts';
import { floorText } from '#contract/rooms/places.rules.ts';
import { planPages } from '#contract/screens/screens.rules.ts';
import type { TenantScreen } from '#contract/screens/screens.ts';
import type { DrawnRoom } from '#web/rooms/house-model.ts';
import { FloorLine, Legend } from '#web/rooms/house-rooms.tsx';
import { useQuarterMinute } from '#web/ui/clock.ts';
import type { RoomAlarm } from './room-alarms.ts';

type Room = TenantScreen['rooms'][number];

/** Lines of rooms that the picture holds, and rooms in a line. */
const [LINES, WIDE] = [8, 12];

const LEGEND: readonly SignalName[] = ['alarm', 'answered', ...Object.values(bedStates).map((state) => stateSignal(state))];

/** The wall knows of a bed its state only, and of a room its gravest warning. */
function drawnOf({ beds, ...room }: Room, alarm: RoomAlarm | undefined): DrawnRoom {
  return {
    ...room,
    beds: beds.map((state, at) => ({
      id: at,
      name: '',
      signals: [stateSignal(state)],
      who: null,
      label: bedStateLabels[state] ?? '',
    })),
    signal: alarm ? alarmSignal({ severity: alarm.severity, acknowledged: !alarm.waits }) : null,
  };
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
      {(pages[at] ?? []).flatMap(({ building, floors }) =>
        floors.map(({ floor, rooms: own }) => (
          <FloorLine
            key={`${building} ${floor}`}
            title={floorText({ building, floor })}
            rooms={own.map((room) => drawnOf(room, alarms.get(room.id)))}
            manner="still"
          />
        )),
      )}
      <footer className="s-legend">
        <Legend only={LEGEND} />
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
          <span>{floorText({ building, floor })}</span>
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
