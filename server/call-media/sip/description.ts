/** What SDP says of the sound of a phone: where to, in which codec, in which direction. */
import { isIPv4 } from 'node:net';
import { PCMA, PCMU, type SoundTypes } from '../sound.ts';

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';
export interface Description {
  address: string;
  port: number;
  types: SoundTypes;
  /** As its sender means it. */
  direction: Direction;
}

const OUR_EVENTS = 101;

/** The sound of an SDP; null when it has none that we know. The codec that stands first is taken. */
export function parseDescription(text: string): Description | null {
  const lines = text.split(/\r?\n/);
  const begin = lines.findIndex((line) => line.startsWith('m=audio '));
  if (begin < 0) return null;
  const next = lines.findIndex((line, index) => index > begin && line.startsWith('m='));
  const media = lines.slice(begin, next < 0 ? undefined : next);
  const session = lines.slice(
    0,
    lines.findIndex((line) => line.startsWith('m=')),
  );
  const [, port, , formats] = /^m=audio (\d{1,5})(\/\d+)? RTP\/AVPF? ([\d ]+)$/.exec(media[0] as string) ?? [];
  const address = connectionOf(media) ?? connectionOf(session);
  if (!port || !formats || !address) return null;
  const numbers = formats.trim().split(/ +/).map(Number);
  const codec = numbers.find((number) => number === PCMA || number === PCMU);
  if (codec === undefined || Number(port) < 1 || Number(port) > 65535) return null;
  const named = media.map((line) => /^a=rtpmap:(\d{1,3}) telephone-event\/8000/i.exec(line)?.[1]).find(Boolean);
  const events = named !== undefined && numbers.includes(Number(named)) ? Number(named) : null;
  // 0.0.0.0 is how old phones hold a call.
  const direction = address === '0.0.0.0' ? 'inactive' : (directionOf(media) ?? directionOf(session) ?? 'sendrecv');
  return { address, port: Number(port), types: { codec: codec as SoundTypes['codec'], events }, direction };
}

const connectionOf = (lines: string[]): string | null => {
  const found = lines.map((line) => /^c=IN IP4 ([\d.]{7,15})(?:\/\d+)?\s*$/.exec(line)?.[1]).find(Boolean);
  return found && isIPv4(found) ? found : null;
};
const directionOf = (lines: string[]): Direction | null =>
  (lines.map((line) => /^a=(sendrecv|sendonly|recvonly|inactive)\s*$/.exec(line)?.[1]).find(Boolean) as Direction | undefined) ?? null;

/** How we answer a direction. */
export const answering = (direction: Direction): Direction =>
  direction === 'sendonly' ? 'recvonly' : direction === 'recvonly' ? 'sendonly' : direction;

/** Our SDP: an offer of all that we know, or an answer in the types of the other side. */
export function description(address: string, port: number, session: number, version: number, answer: Description | null): string {
  const events = answer ? answer.types.events : OUR_EVENTS;
  const codecs = answer ? [answer.types.codec] : [PCMA, PCMU];
  const maps = codecs.map((codec) => `a=rtpmap:${codec} ${codec === PCMA ? 'PCMA' : 'PCMU'}/8000`);
  if (events !== null) maps.push(`a=rtpmap:${events} telephone-event/8000`, `a=fmtp:${events} 0-15`);
  const formats = [...codecs, ...(events === null ? [] : [events])].join(' ');
  return [
    'v=0',
    `o=yian ${session} ${version} IN IP4 ${address}`,
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    `m=audio ${port} RTP/AVP ${formats}`,
    ...maps,
    'a=ptime:20',
    `a=${answer ? answering(answer.direction) : 'sendrecv'}`,
    '',
  ].join('\r\n');
}
