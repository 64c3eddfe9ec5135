/**
 * A lock password as what is kept of it: PBKDF2 with HMAC-SHA-256 (RFC 8018). By hand,
 * because browsers lend `crypto.subtle` to secure contexts only, and institutions run this on
 * plain HTTP in their own network too. Pure, but for the salt.
 */

/** Some 60 ms on an old machine; the lock counts wrong guesses besides. */
const ROUNDS = 10_000;

const root = (value: number, power: number) => {
  const fraction = value ** (1 / power) % 1;
  return Math.floor(fraction * 2 ** 32);
};
const isPrime = (n: number) =>
  Array.from({ length: Math.floor(Math.sqrt(n)) - 1 }, (_, at) => at + 2).every((divisor) => n % divisor !== 0);
const PRIMES = Array.from({ length: 310 }, (_, at) => at + 2).filter(isPrime);
const K = Uint32Array.from(PRIMES.slice(0, 64), (prime) => root(prime, 3));
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => root(prime, 2));
const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const W = new Uint32Array(64);

/** One block of 64 bytes from `at` into `state`. */
function compress(state: Uint32Array, view: DataView, at: number): void {
  for (let t = 0; t < 16; t++) W[t] = view.getUint32(at + 4 * t);
  for (let t = 16; t < 64; t++) {
    const [far, near] = [W[t - 15]!, W[t - 2]!];
    W[t] = W[t - 16]! + (turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)) + W[t - 7]! + (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[t]! + W[t]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = state[index]! + word));
}

/** SHA-256 of `bytes` that follow a whole block already in `state`, if one is given. */
function digest(bytes: Uint8Array, state: Uint32Array = START, before = 0): Uint8Array {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, (before + bytes.length) * 8);
  const own = state.slice();
  for (let block = 0; block < blocks; block++) compress(own, view, block * 64);
  const out = new DataView(new ArrayBuffer(32));
  own.forEach((word, index) => out.setUint32(4 * index, word));
  return new Uint8Array(out.buffer);
}

/** HMAC with the key's two blocks compressed once. */
function authenticator(key: Uint8Array): (message: Uint8Array) => Uint8Array {
  const short = key.length > 64 ? digest(key) : key;
  const begun = (mask: number) => {
    const block = new Uint8Array(64).fill(mask);
    short.forEach((byte, index) => (block[index] = byte ^ mask));
    const state = START.slice();
    compress(state, new DataView(block.buffer), 0);
    return state;
  };
  const [inner, outer] = [begun(0x36), begun(0x5c)];
  return (message) => digest(digest(message, inner, 64), outer, 64);
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The hash of a password (any text) with a salt (hexadecimal), 64 hexadecimal digits. */
export function hashOf(password: string, salt: string, rounds = ROUNDS): string {
  const text = new TextEncoder();
  const mac = authenticator(text.encode(password.normalize('NFC')));
  let last = mac(new Uint8Array([...text.encode(salt), 0, 0, 0, 1]));
  const sum = last.slice();
  for (let round = 1; round < rounds; round++) {
    last = mac(last);
    for (let at = 0; at < 32; at++) sum[at]! ^= last[at]!;
  }
  return hex(sum);
}

/** Sixteen random bytes. */
export const newSalt = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));
