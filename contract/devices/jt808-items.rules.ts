/** Additional items of a JT/T 808 position report, in a message and in what staff paste of one. Pure. */

export interface JtItem {
  readonly id: number;
  readonly value: Uint8Array;
}

/** Bytes of a report before its items. */
export const REPORT_HEAD = 28;

/** The items from `at` to the end; one that says more than there is ends the list. */
export function readItems(bytes: Uint8Array, at = 0): JtItem[] {
  const items: JtItem[] = [];
  for (let start = at; start + 2 <= bytes.length;) {
    const end = start + 2 + bytes[start + 1]!;
    if (end > bytes.length) break;
    items.push({ id: bytes[start]!, value: bytes.subarray(start + 2, end) });
    start = end;
  }
  return items;
}

/** The id of an item as protocol papers write it: two hexadecimal digits. */
export const itemName = (id: number) => id.toString(16).padStart(2, '0');

export interface Sample {
  readonly items: readonly JtItem[];
  /** What is wrong with the text, in Chinese; null when it was read to its end. */
  readonly problem: string | null;
}

const FLAG = 0x7e;
const ESCAPE = 0x7d;
const REPORT = 0x0200;
const unread = (problem: string): Sample => ({ items: [], problem });

function unescaped(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const next = bytes[at] === ESCAPE ? bytes[at + 1] : undefined;
    if (next === 1 || next === 2) {
      out.push(next === 1 ? ESCAPE : FLAG);
      at++;
    } else out.push(bytes[at]!);
  }
  return Uint8Array.from(out);
}

/** The items of a whole message between its flags. */
function readMessage(bytes: Uint8Array): Sample {
  const data = unescaped(bytes.subarray(1, bytes.at(-1) === FLAG ? -1 : undefined));
  if (data.length < 13) return unread('报文不完整');
  if (data.reduce((all, byte) => all ^ byte, 0) !== 0) return unread('校验码不对，报文可能没有复制完整');
  const [type, properties] = [data[0]! * 256 + data[1]!, data[2]! * 256 + data[3]!];
  if (type !== REPORT) return unread(`这是${type.toString(16).padStart(4, '0')}消息，附加信息在位置信息汇报（0200）里`);
  if (properties & 0x3c00) return unread('加密或分包的报文不能在这里试读');
  const start = properties & 0x4000 ? 17 : 12;
  const body = data.subarray(start, -1);
  return body.length < REPORT_HEAD ? unread('位置信息不完整') : ending(body, REPORT_HEAD);
}

function ending(bytes: Uint8Array, at: number): Sample {
  const items = readItems(bytes, at);
  const read = items.reduce((sum, { value }) => sum + 2 + value.length, at);
  return { items, problem: read < bytes.length ? '末尾的附加信息不完整：长度比后面的字节多' : items.length === 0 ? '没有附加信息' : null };
}

/** Reads pasted hex: a whole 0200 message, or one or more additional items as they stand in it. */
export function readSample(text: string): Sample {
  const digits = text.replaceAll(/0x|[\s,;:-]/gi, '').toLowerCase();
  if (digits === '') return unread('请粘贴十六进制内容');
  if (!/^[0-9a-f]+$/.test(digits)) return unread('只能包含十六进制数字');
  if (digits.length % 2) return unread('十六进制数字应为偶数个');
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return bytes[0] === FLAG && bytes.length > 15 ? readMessage(bytes) : ending(bytes, 0);
}
