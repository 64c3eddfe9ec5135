/** The wearer: a slow walk around one place and believable vital signs. */
import type { Fix } from './frames.ts';
import type { Random } from './random.ts';

export interface Place {
  /** WGS-84 degrees. */
  lat: number;
  lng: number;
}

export interface Body {
  fix(at: number, status?: number): Fix;
  /** The content of a measurement frame, or of a heartbeat (`LK`). */
  content(command: 'LK' | 'heart' | 'bphrt' | 'oxygen' | 'btemp2'): string;
}

const RADIUS = 0.002;

export function createBody(home: Place, random: Random): Body {
  let { lat, lng } = home;
  let steps = random.between(200, 3000);
  let battery = random.between(55, 99);
  let pulse = random.between(64, 82);
  const systolic = random.between(118, 142);
  const drift = (): number => (random.next() - 0.5) * 0.0003;

  function walk(): void {
    // Pulled back home, so that a demonstration that runs for days stays in the same streets.
    lat += drift() + (home.lat - lat) * 0.1;
    lng += drift() + (home.lng - lng) * 0.1;
    if (Math.abs(lat - home.lat) > RADIUS || Math.abs(lng - home.lng) > RADIUS) ({ lat, lng } = home);
    steps += random.between(0, 30);
  }

  function beat(): number {
    pulse = Math.min(96, Math.max(58, pulse + random.between(-3, 3)));
    return pulse;
  }

  return {
    fix(at, status = 0) {
      walk();
      return { at, lat, lng, speed: random.next() * 3, battery, steps, status };
    },
    content(command) {
      if (command === 'LK') {
        if (random.next() < 0.02) battery = battery > 20 ? battery - 1 : 99;
        return `LK,${steps},${random.between(0, 9)},${battery}`;
      }
      if (command === 'heart') return `heart,${beat()}`;
      if (command === 'oxygen') return `oxygen,0,${random.between(95, 99)}`;
      if (command === 'btemp2') return `btemp2,1,${(36 + random.next() * 0.9).toFixed(1)}`;
      const upper = systolic + random.between(-6, 6);
      return `bphrt,${upper},${upper - random.between(40, 52)},${beat()},,,,`;
    },
  };
}
