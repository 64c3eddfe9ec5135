/** Cuts an RTSP connection (RFC 2326) into messages and interleaved media. Bounded: a peer cannot make us keep more than one message. */

export type Frame = { media: Buffer } | { head: string; body: Buffer };

const MOST_HEAD = 16 * 1024;
const MOST_BODY = 256 * 1024;
const MEDIA = 0x24;

/** Of one direction: give it what arrives, get what is whole. Throws when it is no RTSP. */
export function rtspFramer(): (chunk: Buffer) => Frame[] {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const frames: Frame[] = [];
    for (;;) {
      if (rest[0] === MEDIA) {
        if (rest.length < 4 || rest.length < 4 + rest.readUInt16BE(2)) return frames;
        const end = 4 + rest.readUInt16BE(2);
        frames.push({ media: rest.subarray(0, end) });
        rest = rest.subarray(end);
        continue;
      }
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0 && rest.length > MOST_HEAD) throw new Error('no RTSP');
      if (end < 0) return frames;
      const head = rest.toString('latin1', 0, end);
      const length = Number(/^content-length:\s*(\d{1,7})\s*$/im.exec(head)?.[1] ?? 0);
      if (length > MOST_BODY) throw new Error('a message is too long');
      if (rest.length < end + 4 + length) return frames;
      frames.push({ head, body: rest.subarray(end + 4, end + 4 + length) });
      rest = rest.subarray(end + 4 + length);
    }
  };
}

/** Status of an answer, 0 for a request. */
export const statusOf = (head: string) => Number(/^RTSP\/1\.\d (\d{3})/.exec(head)?.[1] ?? 0);
