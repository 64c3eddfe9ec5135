/** Who hears whom in a call: the one place where hold, mute, whispering, listening in, consulting and three-way get their sound. Pure. */

export const legKinds = { seat: 1, phone: 2, page: 3 } as const;
export const legParts = { talks: 1, listens: 2, whispers: 3, consulted: 4 } as const;
export const legStates = { waits: 1, rings: 2, connected: 3, ended: 4 } as const;

export interface Leg {
  readonly id: number;
  readonly kind: number;
  readonly seatId: number | null;
  readonly part: number;
  /** With whom a listener, whisperer or consulted leg is. */
  readonly toSeatId: number | null;
  readonly state: number;
  readonly held: boolean;
  readonly muted: boolean;
}

/** What a leg hears: legs by id, or hold music while it is held, or ringing while it is alone and others ring. */
export interface Heard {
  readonly legId: number;
  readonly hears: readonly number[];
  readonly plays: 'hold-music' | 'ringback' | null;
}

const { talks, listens, whispers, consulted } = legParts;

/** Whether `ear` hears `mouth`; both are connected and not the same. */
function hears(ear: Leg, mouth: Leg): boolean {
  // A held leg is alone with the music, and is heard by none.
  if (ear.held || mouth.held) return false;
  const meant = (one: Leg, other: Leg) => other.kind === legKinds.seat && one.toSeatId === other.seatId;
  if (mouth.part === listens) return false;
  // Whispering and consulting are heard by the one seat that is meant.
  if (mouth.part === whispers || mouth.part === consulted) return meant(mouth, ear);
  if (ear.part === consulted) return meant(ear, mouth);
  return true;
}

/**
 * What each connected leg hears. While a seat consults, the other talkers are held by the command that began it: the customer hears music.
 * Muted is said of a leg: it is heard by none.
 */
export function hearing(legs: readonly Leg[]): Heard[] {
  const connected = legs.filter(({ state }) => state === legStates.connected);
  const ringing = legs.some(
    ({ state, part }) => (state === legStates.rings || state === legStates.waits) && (part === talks || part === consulted),
  );
  return connected.map((ear) => {
    const others = connected.filter((mouth) => mouth.id !== ear.id && !mouth.muted && hears(ear, mouth));
    const alone = !connected.some((mouth) => mouth.id !== ear.id && mouth.part !== listens && mouth.part !== whispers && hears(ear, mouth));
    return {
      legId: ear.id,
      hears: others.map(({ id }) => id),
      plays: ear.held ? 'hold-music' : alone && ringing && ear.part === talks ? 'ringback' : null,
    };
  });
}
