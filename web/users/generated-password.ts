/** The first password of an account: made here, shown once, changed by its owner. */

/** Characters that are not mistaken for each other, by kind. */
const KINDS = ['abcdefghjkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '@#%+=?'] as const;
const LENGTH = 12;

/** Of twelve characters of four kinds, which every policy takes. `random(n)` gives a whole number below n, unpredictably. */
export function generatePassword(random: (below: number) => number): string {
  const from = (characters: string) => characters[random(characters.length)] as string;
  const all = KINDS.slice(0, 3).join('');
  const picked = [...KINDS.map(from), ...Array.from({ length: LENGTH - KINDS.length }, () => from(all))];
  for (let at = picked.length - 1; at > 0; at--) {
    const other = random(at + 1);
    [picked[at], picked[other]] = [picked[other] as string, picked[at] as string];
  }
  return picked.join('');
}

/** A whole number below `below` from the browser's source of randomness, without a bias. */
export function secureRandom(below: number): number {
  const limit = Math.floor(0x1_0000_0000 / below) * below;
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (value < limit) return value % below;
  }
}
