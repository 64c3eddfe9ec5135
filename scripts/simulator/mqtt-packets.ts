/** MQTT 3.1.1 packets as bytes, by the standard and not by the server's library: one misreading must not cancel another. */

const text = (value: string) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
};
const number = (value: number) => Buffer.from([value >> 8, value & 0xff]);

/** A whole packet; `length` overrides what it says its length is. */
export function packet(first: number, content: Buffer, length = content.length): Buffer {
  const sizes: number[] = [];
  for (let left = length; ; left = Math.floor(left / 128)) {
    sizes.push((left % 128) | (left >= 128 ? 0x80 : 0));
    if (left < 128) break;
  }
  return Buffer.concat([Buffer.from([first, ...sizes]), content]);
}

export const connectPacket = (username: string, password: string, { clientId = username, keepAlive = 60 } = {}) =>
  packet(
    0x10,
    Buffer.concat([text('MQTT'), Buffer.from([4, 0b1100_0010]), number(keepAlive), text(clientId), text(username), text(password)]),
  );

export const publishPacket = (topic: string, payload: string, { qos = 1, id = 1, dup = false } = {}) =>
  packet(0x30 | (qos << 1) | (dup ? 8 : 0), Buffer.concat([text(topic), ...(qos > 0 ? [number(id)] : []), Buffer.from(payload)]));

export const subscribePacket = (topic: string, { qos = 1, id = 1 } = {}) =>
  packet(0x82, Buffer.concat([number(id), text(topic), Buffer.from([qos])]));

export const pubackPacket = (id: number) => packet(0x40, number(id));
export const pingPacket = packet(0xc0, Buffer.alloc(0));
export const disconnectPacket = packet(0xe0, Buffer.alloc(0));

export interface Packet {
  /** The upper four bits of the first byte: 2 CONNACK, 3 PUBLISH, 4 PUBACK, 9 SUBACK, 13 PINGRESP. */
  type: number;
  qos: number;
  content: Buffer;
}

/** Puts what arrives together again. */
export function packetReader(): (chunk: Buffer) => Packet[] {
  let held: Buffer = Buffer.alloc(0);
  return (chunk) => {
    held = held.length ? Buffer.concat([held, chunk]) : chunk;
    const found: Packet[] = [];
    for (;;) {
      let length = 0;
      let at = 1;
      for (let shift = 1; at < held.length; shift *= 128) {
        const byte = held[at++]!;
        length += (byte & 0x7f) * shift;
        if (!(byte & 0x80)) break;
      }
      if (at === 1 || held[at - 1]! & 0x80 || held.length < at + length) return found;
      found.push({ type: held[0]! >> 4, qos: (held[0]! >> 1) & 3, content: held.subarray(at, at + length) });
      held = held.subarray(at + length);
    }
  };
}
