/** Names that the page gives to what it makes, before the server knows of it. */

/** 36 hexadecimal digits and dashes; `randomUUID` is not there on plain HTTP. */
export function freshName(): string {
  const digits = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [8, 12, 16, 20].reduceRight((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, digits);
}
