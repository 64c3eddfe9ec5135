/** An IW text watch that measures everything. */
import { digits, type AlarmKind, type Heard, type Speaker } from './speaker.ts';
import type { Fix } from './frames.ts';

const ALARMS: Record<AlarmKind, string> = { sos: '01', fall: '05', removed: '03', lowBattery: '02' };
const three = (value: number) => String(Math.round(value)).padStart(3, '0');

/** Degrees and minutes with four decimals. */
function coordinate(value: number, width: number): string {
  const degrees = Math.floor(Math.abs(value) + 1e-9);
  const minutes = (Math.abs(value) - degrees) * 60;
  return `${String(degrees).padStart(width, '0')}${minutes.toFixed(4).padStart(7, '0')}`;
}

/** `name|address|strength&…`, the strength without its sign. */
const wifi = ({ around }: Fix) =>
  (
    around ?? [
      { mac: '24:69:68:5b:c2:10', rssi: -61 },
      { mac: 'b0:95:8e:3f:77:02', rssi: -78 },
    ]
  )
    .map(({ mac, rssi }) => `ap|${mac.replaceAll(':', '-')}|${-rssi}`)
    .join('&');

/** The watch with this number. */
export function iwSpeaker(id: string): Speaker {
  let waiting = '';
  const text = (content: string) => Buffer.from(`IW${content}#`, 'latin1');

  function columns({ at, lat, lng, fix = true, speed = 0, battery = 80 }: Fix): string {
    const now = digits(at);
    const where = `${coordinate(lat, 2)}${lat < 0 ? 'S' : 'N'}${coordinate(lng, 3)}${lng < 0 ? 'W' : 'E'}`;
    return `${now.slice(0, 6)}${fix ? 'A' : 'V'}${where}${speed.toFixed(1).padStart(5, '0')}${now.slice(6)}090.00060009${three(battery)}00102`;
  }

  return {
    protocol: 'iw',
    hello: () => text(`AP00${id}`),
    heartbeat: ({ battery = 80, steps = 0 }) => text(`AP03,060009${three(battery)}00102,${steps},30`),
    position: (fix) => text(`AP01${columns(fix)},460,0,9520,3671,${wifi(fix)}`),
    vitals({ heartRate = '', systolic = '', diastolic = '', oxygen = '', glucose, temperature = '' }) {
      const sugar = glucose === undefined ? '' : Math.round(glucose * 18.016);
      return [text(`APHP,${heartRate},${systolic},${diastolic},${oxygen},${sugar},${temperature},,,,,,,`)];
    },
    alarm: (kind, fix) => text(`AP10${columns(fix)},460,0,9520,3671,${ALARMS[kind]},zh-cn,00,${wifi(fix)}`),
    hear(chunk) {
      waiting += chunk.toString('latin1');
      const parts = waiting.split('#');
      waiting = parts.pop() ?? '';
      return parts.map((part): Heard => {
        const code = part.slice(2, 6);
        if (code === 'BP00') return { kind: 'welcome' };
        if (code === 'BP03') return { kind: 'heartbeat' };
        if (code === 'BP10') return { kind: 'alarm' };
        if (['BP01', 'BP02', 'BPHP', 'BPHT', 'BP49', 'BP50'].includes(code)) return { kind: 'data' };
        const [, , serial = '', ...values] = part.split(',');
        return { kind: 'command', answer: text([`A${code.slice(1)}`, serial, ...values].join(',')) };
      });
    },
  };
}
