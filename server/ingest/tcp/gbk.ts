/** Text in GBK, the encoding of JT/T 808. The runtime only decodes it: the table is turned round once. */

let codes: Map<string, number> | null = null;

function table(): Map<string, number> {
  const found = new Map<string, number>();
  const decoder = new TextDecoder('gbk');
  for (let high = 0x81; high <= 0xfe; high++) {
    for (let low = 0x40; low <= 0xfe; low++) {
      const text = decoder.decode(Uint8Array.of(high, low));
      if (low !== 0x7f && [...text].length === 1 && text !== '�') found.set(text, (high << 8) | low);
    }
  }
  return found;
}

/** Encodes text; a character that GBK does not have becomes a question mark. */
export function encodeGbk(text: string): Buffer {
  codes ??= table();
  const bytes: number[] = [];
  for (const character of text) {
    const code = codes.get(character);
    if (character.length === 1 && character.charCodeAt(0) < 0x80) bytes.push(character.charCodeAt(0));
    else if (code === undefined) bytes.push(0x3f);
    else bytes.push(code >> 8, code & 0xff);
  }
  return Buffer.from(bytes);
}
