/** What an uploaded file really is, by its bytes: the name and the type that a browser sends prove nothing. Pure. */
import { mediaTypes } from '#contract/http.ts';

export interface FileType {
  extension: string;
  mime: string;
  /** Shown by the browser itself; all else is only ever saved. */
  inline: boolean;
}

const types = {
  jpg: { extension: 'jpg', mime: mediaTypes.jpg, inline: true },
  png: { extension: 'png', mime: mediaTypes.png, inline: true },
  webp: { extension: 'webp', mime: mediaTypes.webp, inline: true },
  gif: { extension: 'gif', mime: mediaTypes.gif, inline: true },
  pdf: { extension: 'pdf', mime: mediaTypes.pdf, inline: true },
  xlsx: { extension: 'xlsx', mime: mediaTypes.xlsx, inline: false },
  mp4: { extension: 'mp4', mime: mediaTypes.mp4, inline: false },
  amr: { extension: 'amr', mime: mediaTypes.amr, inline: false },
} as const satisfies Record<string, FileType>;

/** Pixels of an image; more would fill the memory of whoever opens it. */
const MOST_PIXELS = 40_000_000;

const starts = (bytes: Buffer, text: string, at = 0) => bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));

/** Width and height of a JPEG, from its first frame header. */
function jpegSize(bytes: Buffer): [number, number] | null {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function webpSize(bytes: Buffer): [number, number] | null {
  if (bytes.length < 30) return null;
  if (starts(bytes, 'VP8X', 12)) return [1 + bytes.readUIntLE(24, 3), 1 + bytes.readUIntLE(27, 3)];
  if (starts(bytes, 'VP8L', 12)) {
    const bits = bytes.readUInt32LE(21);
    return [1 + (bits & 0x3fff), 1 + ((bits >> 14) & 0x3fff)];
  }
  return starts(bytes, 'VP8 ', 12) ? [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff] : null;
}

/** A zip whose directory names a workbook; nothing is unpacked. */
function isWorkbook(bytes: Buffer): boolean {
  const tail = Math.max(0, bytes.length - 65_557);
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < tail || end + 22 > bytes.length) return false;
  const names = new Set<string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0 && at + 46 <= bytes.length; count--) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) return false;
    const [name, extra, comment] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)];
    names.add(bytes.toString('utf8', at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  // A macro is a program: only plain workbooks.
  return names.has('[Content_Types].xml') && names.has('xl/workbook.xml') && !names.has('xl/vbaProject.bin');
}

/** The type of a file, or null when it is none that may be stored: unknown, broken, or an image too large to open. */
export function typeOf(bytes: Buffer): FileType | null {
  const image = (type: FileType, size: [number, number] | null) =>
    size && size[0] > 0 && size[1] > 0 && size[0] * size[1] <= MOST_PIXELS ? type : null;
  if (bytes.length < 12) return null;
  if (starts(bytes, '\x89PNG\r\n\x1a\n') && bytes.length >= 33) return image(types.png, [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]);
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return image(types.jpg, jpegSize(bytes));
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return image(types.gif, [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]);
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return image(types.webp, webpSize(bytes));
  if (starts(bytes, '%PDF-')) return types.pdf;
  if (starts(bytes, 'ftyp', 4)) return types.mp4;
  if (starts(bytes, '#!AMR\n') || starts(bytes, '#!AMR-WB\n')) return types.amr;
  if (starts(bytes, 'PK\x03\x04') && isWorkbook(bytes)) return types.xlsx;
  return null;
}

/** Kinds that are decoded and encoded anew. */
export const isImage = (extension: string): extension is 'jpg' | 'png' | 'webp' | 'gif' =>
  ['jpg', 'png', 'webp', 'gif'].includes(extension);

/** How a stored file of a kind is served. */
export const typeOfExtension = (extension: string): FileType | undefined => (types as Record<string, FileType>)[extension];
