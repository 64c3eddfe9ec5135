/** Checksums of the binary protocols. */

function table(polynomial: number, reflected: boolean): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let crc = reflected ? byte : byte << 8;
    for (let bit = 0; bit < 8; bit++) {
      if (reflected) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
      else crc = crc & 0x8000 ? (crc << 1) ^ polynomial : crc << 1;
    }
    return crc & 0xffff;
  });
}

const itu = table(0x8408, true);
const xmodem = table(0x1021, false);

/** CRC-ITU (X.25): of GT06. */
export function crcItu(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (let at = 0; at < bytes.length; at++) crc = (crc >>> 8) ^ itu[(crc ^ bytes[at]!) & 0xff]!;
  return crc ^ 0xffff;
}

/** CRC-16/XMODEM: of EV07B. */
export function crcXmodem(bytes: Uint8Array): number {
  let crc = 0;
  for (let at = 0; at < bytes.length; at++) crc = ((crc << 8) & 0xffff) ^ xmodem[(crc >>> 8) ^ bytes[at]!]!;
  return crc;
}

/** All bytes exclusive-ored: of JT/T 808. */
export function xorSum(bytes: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at++) sum ^= bytes[at]!;
  return sum;
}
