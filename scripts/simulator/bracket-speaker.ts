/**
 * A bracket watch in the words of its protocol, for callers that drive devices of all
 * protocols alike; `watch.ts` is the one that is torn and replayed.
 */
import { createFramer } from '#server/ingest/tcp/framer.ts';
import { bracketFrame, positionContent, type Fix } from './frames.ts';
import type { AlarmKind, Heard, Speaker } from './speaker.ts';

const ALARM_BITS: Record<AlarmKind, number> = { sos: 1 << 16, lowBattery: 1 << 17, removed: 1 << 20, fall: 1 << 21 };
/** What the server answers to measurements and positions, where it does. */
const DATA = new Set(['UD', 'INIT', 'heart', 'bphrt', 'oxygen', 'btemp2', 'TKQ', 'JXTKR']);

/** The watch that calls itself by this number, ten or fifteen digits. */
export function bracketSpeaker(id: string, { vendor = '3G' } = {}): Speaker {
  let framer = createFramer();
  let greeted = false;
  let home: Fix | null = null;
  const frame = (content: string, index: string | null = null) => bracketFrame({ vendor, id, index }, content);

  function hearOne(text: string, index: string | null): Heard {
    const command = text.split(',', 1)[0]!;
    if (command === 'LK') {
      const kind = greeted ? 'heartbeat' : 'welcome';
      greeted = true;
      return { kind };
    }
    if (command === 'AL') return { kind: 'alarm' };
    if (DATA.has(command)) return { kind: 'data' };
    const where = command === 'CR' && home ? [frame(positionContent('UD', { ...home, at: Date.now() }))] : [];
    return { kind: 'command', answer: Buffer.concat([frame(command, index), ...where]) };
  }

  return {
    protocol: 'watch',
    hello() {
      framer = createFramer();
      greeted = false;
      return frame('LK');
    },
    heartbeat: ({ steps = 0, battery = 80 }) => frame(`LK,${steps},${steps % 10},${battery}`),
    position(fix, late = false) {
      home = fix;
      return frame(positionContent(late ? 'UD2' : 'UD', fix));
    },
    vitals({ heartRate, systolic, diastolic, oxygen, temperature }) {
      const said: string[] = [];
      if (heartRate !== undefined) said.push(`heart,${heartRate}`);
      if (systolic !== undefined && diastolic !== undefined) said.push(`bphrt,${systolic},${diastolic},${heartRate ?? ''},,,,`);
      if (oxygen !== undefined) said.push(`oxygen,0,${oxygen}`);
      if (temperature !== undefined) said.push(`btemp2,1,${temperature.toFixed(1)}`);
      return said.map((content) => frame(content));
    },
    alarm: (kind, fix) => frame(positionContent('AL', { ...fix, status: ALARM_BITS[kind] })),
    hear: (chunk) => framer.push(chunk).map(({ text, index }) => hearOne(text, index)),
  };
}
