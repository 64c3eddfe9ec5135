/** What a watch writes. Kept apart from the server's encoder on purpose: one misreading of the protocol must not cancel another. */
import type { Around } from './radio.ts';

export interface Sender {
  /** Two characters: 3G, SG, CS or ZJ. */
  vendor: string;
  id: string;
  /** Message index, four hex digits, of the ZJ dialect. */
  index?: string | null;
}

/** A whole frame; `length` overrides the declared content length. */
export function bracketFrame(sender: Sender, content: string, length?: number): Buffer {
  const declared = (length ?? Buffer.byteLength(content, 'latin1')).toString(16).padStart(4, '0').toUpperCase();
  const index = sender.index ? `${sender.index}*` : '';
  return Buffer.from(`[${sender.vendor}*${sender.id}*${index}${declared}*${content}]`, 'latin1');
}

export interface Fix {
  /** What it hears around it; absent, two access points of some street. */
  around?: readonly Around[];
  /** Epoch ms. */
  at: number;
  lat: number;
  lng: number;
  /** False writes `V`: the coordinates are the last known ones. */
  fix?: boolean;
  speed?: number;
  battery?: number;
  steps?: number;
  /** 32-bit status word. */
  status?: number;
}

/** `ddMMyy,HHmmss` in UTC. */
export function blockDate(at: number): string {
  const iso = new Date(at).toISOString();
  return `${iso.slice(8, 10)}${iso.slice(5, 7)}${iso.slice(2, 4)},${iso.slice(11, 19).replaceAll(':', '')}`;
}

/** The content of a position frame: command, position block, one cell and two access points. */
export function positionContent(command: string, fix: Fix): string {
  const { at, lat, lng, speed = 0, battery = 80, steps = 0, status = 0 } = fix;
  const valid = fix.fix === false ? 'V' : 'A';
  const ns = lat < 0 ? 'S' : 'N';
  const ew = lng < 0 ? 'W' : 'E';
  const word = (status >>> 0).toString(16).padStart(8, '0').toUpperCase();
  const where = `${blockDate(at)},${valid},${lat.toFixed(6)},${ns},${lng.toFixed(6)},${ew},${speed.toFixed(2)},0,12.0,9,100`;
  const points = fix.around?.map(({ mac, rssi }) => `,ap,${mac},${rssi}`) ?? [',home,24:69:68:5b:c2:10,-61', ',next,b0:95:8e:3f:77:02,-78'];
  const network = `1,0,460,0,9346,4401,130,${points.length}${points.join('')},25.0`;
  return `${command},${where},${battery},${steps},0,${word},${network}`;
}
