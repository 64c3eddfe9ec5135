import type { DeviceProfile } from '#server/ingest/events.ts';
import type { Frame } from '#server/ingest/tcp/framer.ts';
import type { Decoded } from '#server/ingest/tcp/protocol.ts';

/** `yyyy-MM-dd,HH:mm:ss` in UTC: a ZJ watch sets its clock by it. */
function timeSync(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replace('T', ',');
}

/**
 * The content of the answer to a frame, or null when the protocol wants none. Ask for it after the frame's events are
 * committed; `now` is the time of answering in epoch ms. A weather request (`WT`) is not answered: there is no forecast here.
 */
export function replyTo(frame: Frame, decoded: Decoded, profile: DeviceProfile, now: number): string | null {
  const sent = frame.text.split(',', 1)[0]!.trim();
  const command = sent.toUpperCase();
  const zj = frame.vendor.toUpperCase() === 'ZJ';
  switch (command) {
    case 'INIT':
      return 'INIT,1';
    case 'LK':
      return zj ? `LK,${timeSync(now)}` : 'LK';
    case 'TKQ':
    case 'TKQ2':
      return sent;
    case 'JXTK':
      return 'JXTKR,1';
    case 'HEART':
    case 'PULSE':
    case 'BPHRT':
      return profile.healthReplies ? sent : null;
    case 'OXYGEN':
      return profile.healthReplies ? `oxygen,${decoded.events.length > 0 ? 1 : 2}` : null;
  }
  if (command.startsWith('AL')) return 'AL';
  if (command.startsWith('UD') && !command.startsWith('UD2')) return zj ? 'UD' : null;
  return null;
}
