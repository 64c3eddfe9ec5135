/** The code on a person's bed card and wristband. Pure. */

/** 128 bits in letters and digits that every scanner and every keyboard has. */
const CODE = /^[0-9a-v]{26}$/;
const PATH = '/p/';

/** What the printed QR says: the page of the person, which asks who is looking. */
export const addressOfCode = (origin: string, code: string): string => `${origin}${PATH}${code}`;

/** The code in what a scanner read: the address of a card, or the code alone, in any case of letters; null when it is neither. */
export function codeOfScan(scanned: string): string | null {
  const text = scanned.trim().toLowerCase();
  const code = text.slice(text.lastIndexOf('/') + 1);
  return CODE.test(code) ? code : null;
}

/** What of the flags of a person is an allergy, which a card says apart from the others. */
export function partFlags(flags: readonly string[]): { allergies: string[]; others: string[] } {
  const isAllergy = (flag: string) => flag.includes('过敏');
  return { allergies: flags.filter(isAllergy), others: flags.filter((flag) => !isAllergy(flag)) };
}
