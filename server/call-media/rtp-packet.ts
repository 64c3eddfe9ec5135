/** One packet of RTP (RFC 3550). */
export interface RtpPart {
  type: number;
  sequence: number;
  timestamp: number;
  ssrc: number;
  marker: boolean;
  payload: Uint8Array;
}

/** A packet as it came; null when it is none. */
export function parseRtp(bytes: Buffer): RtpPart | null {
  if (bytes.length < 12 || (bytes[0] as number) >> 6 !== 2) return null;
  const first = bytes[0] as number;
  let begin = 12 + 4 * (first & 15);
  if (first & 16) {
    if (bytes.length < begin + 4) return null;
    begin += 4 + 4 * bytes.readUInt16BE(begin + 2);
  }
  let end = bytes.length;
  if (first & 32) end -= bytes[end - 1] as number;
  if (begin > end) return null;
  const second = bytes[1] as number;
  return {
    type: second & 127,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    ssrc: bytes.readUInt32BE(8),
    marker: second >= 128,
    payload: bytes.subarray(begin, end),
  };
}

/** The bytes of a packet. */
export function rtpBytes({ type, sequence, timestamp, ssrc, marker, payload }: RtpPart): Buffer {
  const bytes = Buffer.allocUnsafe(12 + payload.length);
  bytes[0] = 0x80;
  bytes[1] = type | (marker ? 128 : 0);
  bytes.writeUInt16BE(sequence, 2);
  bytes.writeUInt32BE(timestamp, 4);
  bytes.writeUInt32BE(ssrc, 8);
  bytes.set(payload, 12);
  return bytes;
}
