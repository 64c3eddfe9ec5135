/** What a device hears around it: senders by their address, cells by their numbers. Strengths are dBm, negative. Pure. */

export interface HeardPoint {
  /** Lower case, six pairs of hex digits with colons. */
  readonly mac: string;
  readonly rssi: number | null;
  /** A Bluetooth beacon; absent, a Wi-Fi access point. */
  readonly beacon?: true;
}

export interface HeardCell {
  readonly mcc: number;
  readonly mnc: number;
  readonly lac: number;
  readonly cid: number;
  readonly rssi: number | null;
}

/** A network address from six bytes. */
export const macOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(':');

/** Whether six bytes are the address of one sender: all zeros and all ones fill empty places of a list. */
export const isMac = (bytes: Uint8Array): boolean => bytes.some((byte) => byte !== 0) && bytes.some((byte) => byte !== 0xff);

/** An address as it was written, with any separators, as `macOf` writes it; null when it is none. */
export function macText(text: string): string | null {
  const digits = text.toLowerCase().replaceAll(/[\s:.-]/g, '');
  return /^(?!0{12}|f{12})[0-9a-f]{12}$/.test(digits) ? (digits.match(/../g) as string[]).join(':') : null;
}

/** A strength of one byte: written without its sign, or as a signed number. */
export const dbm = (byte: number): number | null => (byte === 0 ? null : byte > 127 ? byte - 256 : -byte);

/** Codes of countries and networks have three digits; zeros and all ones fill empty places of a list. */
export const isCell = ({ mcc, mnc, lac, cid }: Omit<HeardCell, 'rssi'>): boolean =>
  mcc > 0 &&
  mcc <= 999 &&
  mnc >= 0 &&
  mnc <= 999 &&
  lac > 0 &&
  lac !== 0xffff &&
  lac <= 0xfffffff &&
  cid > 0 &&
  cid !== 0xffffff &&
  cid <= 0xfffffffff;

const SHOWN = 3;
const strength = (rssi: number | null) => (rssi === null ? '' : ` ${rssi}dBm`);
const listed = (count: number, noun: string, texts: readonly string[]) =>
  count === 0 ? `没有${noun}` : `${count}个${noun}：${texts.slice(0, SHOWN).join('、')}${count > SHOWN ? ' 等' : ''}`;

/** `2个Wi-Fi热点：24:69:68:00:00:01 -50dBm、…`. */
export const pointsText = (points: readonly HeardPoint[], beacons: boolean): string =>
  listed(
    points.length,
    beacons ? '蓝牙信标' : 'Wi-Fi热点',
    points.map(({ mac, rssi }) => mac + strength(rssi)),
  );

/** `1个基站：460-0-9525-4134 -71dBm`. */
export const cellsText = (cells: readonly HeardCell[]): string =>
  listed(
    cells.length,
    '基站',
    cells.map(({ mcc, mnc, lac, cid, rssi }) => [mcc, mnc, lac, cid].join('-') + strength(rssi)),
  );
