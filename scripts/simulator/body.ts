/** The wearer: a slow walk around one place and believable vital signs. */
import type { Fix } from './frames.ts';
import type { Random } from './random.ts';

export interface Place {
  /** WGS-84 degrees. */
  lat: number;
  lng: number;
}

export interface Body {
  readonly home: Place;
  fix(at: number, status?: number): Fix;
  /** The content of a measurement frame, or of a heartbeat (`LK`). */
  content(command: 'LK' | 'heart' | 'bphrt' | 'oxygen' | 'btemp2'): string;
  /** Somewhere else at once, and about there from now on; null is home. */
  go(place: Place | null): void;
  /** What is left of the battery, in percent. */
  charge(percent: number): void;
}

const RADIUS = 0.002;

/**
 * `roams`: degrees between two places at most; by default through some streets, far less for a person
 * indoors. `hears` is what is heard at home; elsewhere nothing that is known.
 */
export function createBody(home: Place, random: Random, roams = 0.0003, hears?: () => Fix['around']): Body {
  let centre = home;
  let { lat, lng } = home;
  let steps = random.between(200, 3000);
  let battery = random.between(55, 99);
  let pulse = random.between(64, 82);
  const systolic = random.between(118, 142);
  const drift = (): number => (random.next() - 0.5) * roams;

  function walk(): void {
    // Pulled back home, so that a demonstration that runs for days stays in the same streets.
    lat += drift() + (centre.lat - lat) * 0.1;
    lng += drift() + (centre.lng - lng) * 0.1;
    if (Math.abs(lat - centre.lat) > RADIUS || Math.abs(lng - centre.lng) > RADIUS) ({ lat, lng } = centre);
    steps += random.between(0, 30);
  }

  function beat(): number {
    pulse = Math.min(88, Math.max(58, pulse + random.between(-3, 3)));
    return pulse;
  }

  return {
    home,
    fix(at, status = 0) {
      walk();
      const around = centre === home ? hears?.() : [];
      return { at, lat, lng, speed: random.next() * 3, battery, steps, status, ...(hears && around ? { around } : {}) };
    },
    content(command) {
      if (command === 'LK') {
        if (random.next() < 0.02) battery = battery > 20 ? battery - 1 : 99;
        return `LK,${steps},${random.between(0, 9)},${battery}`;
      }
      if (command === 'heart') return `heart,${beat()}`;
      if (command === 'oxygen') return `oxygen,0,${random.between(96, 99)}`;
      if (command === 'btemp2') return `btemp2,1,${(36 + random.next() * 0.9).toFixed(1)}`;
      const upper = systolic + random.between(-6, 6);
      return `bphrt,${upper},${Math.round(upper * 0.6)},${beat()},,,,`;
    },
    go(place) {
      centre = place ?? home;
      ({ lat, lng } = centre);
    },
    charge(percent) {
      battery = percent;
    },
  };
}
