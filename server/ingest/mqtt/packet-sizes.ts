/**
 * Follows the packets of an MQTT connection only as far as to know how long each says it is, so that a length of 256 MiB is refused before
 * anything is kept of it.
 */

export interface PacketSizes {
  /** Bytes of a packet's content that are allowed from now on. */
  limit: number;
  /** Takes the next bytes; false when a packet is too long, or its length is none. */
  take(chunk: Buffer): boolean;
}

const MOST_LENGTH_BYTES = 4;

export function packetSizes(limit: number): PacketSizes {
  let left = 0;
  /** -1 before the first byte of a packet, then how many bytes of its length are read. */
  let lengthBytes = -1;
  let length = 0;
  return {
    limit,
    take(chunk) {
      let at = 0;
      while (at < chunk.length) {
        if (left > 0) {
          const skipped = Math.min(left, chunk.length - at);
          left -= skipped;
          at += skipped;
          continue;
        }
        const byte = chunk[at++]!;
        if (lengthBytes < 0) {
          lengthBytes = 0;
          length = 0;
          continue;
        }
        length += (byte & 0x7f) * 128 ** lengthBytes;
        lengthBytes++;
        if (length > this.limit) return false;
        if (byte & 0x80) {
          if (lengthBytes === MOST_LENGTH_BYTES) return false;
          continue;
        }
        left = length;
        lengthBytes = -1;
      }
      return true;
    },
  };
}
