/** Where a person is to be found: in lists, headers, cards and prints. The words are contract/rooms/places.rules.ts. */
import type { Whereabouts } from '#contract/rooms/places.rules.ts';
import { MISSING } from './display.ts';
import './place.css';

/** A longer part is an address: it may be broken anywhere. */
const LONGEST = 12;

/** `3号楼 3层 302 3床`, broken between its parts only; `--` for whom lives at home. */
export function Place({ place }: { place: string | null }) {
  if (place === null) return <span className="y-missing">{MISSING}</span>;
  return (
    <span className="y-place">
      {place.split(' ').map((part, index) => (
        <span key={index} data-long={part.length > LONGEST || undefined}>
          {part}{' '}
        </span>
      ))}
    </span>
  );
}

/** The cell of a column `roomName`. */
export const inRoom = ({ roomName }: { roomName: string | null }) => <Place place={roomName} />;

/**
 * Where an order is served (what a phone has kept from before may lack the bed): the room of the alarm,
 * the bed, and the address, each on a line of its own where there is one.
 */
export function Where({ bedPlace, alarmPlace = null, oldmanAddress }: Whereabouts) {
  return (
    <span className="y-where">
      {alarmPlace && (
        <b>
          报警位置 <Place place={alarmPlace} />
        </b>
      )}
      {bedPlace && (
        <b>
          {alarmPlace && '住 '}
          <Place place={bedPlace} />
        </b>
      )}
      {oldmanAddress !== bedPlace && oldmanAddress !== '' && (
        <span className={bedPlace ? 'y-where-address' : undefined}>{oldmanAddress}</span>
      )}
    </span>
  );
}
