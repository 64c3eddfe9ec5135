/** Voice (`TK`, `TK2`, `JXTK`) and photo (`img`) content. */
import { unescapeBinary } from '#server/ingest/tcp/watch-encode.ts';

export interface Media {
  readonly media: 'voice' | 'photo';
  readonly name: string | null;
  readonly part: number;
  readonly total: number;
  readonly bytes: Uint8Array;
}

const COMMA = 0x2c;
const MOST_PARTS = 999;

/** The first `count` comma-separated fields and where the rest begins; null when there are fewer. */
function header(content: Buffer, count: number): { fields: string[]; rest: number } | null {
  const fields: string[] = [];
  let at = 0;
  while (fields.length < count) {
    const comma = content.indexOf(COMMA, at);
    if (comma < 0 || comma - at > 64) return null;
    fields.push(content.toString('latin1', at, comma));
    at = comma + 1;
  }
  return { fields, rest: at };
}

function partNumber(field: string): number | null {
  const value = /^\d{1,3}$/.test(field) ? Number(field) : 0;
  return value >= 1 && value <= MOST_PARTS ? value : null;
}

/** A file name without anything a path or a log could trip over; null when nothing is left. */
function safeName(field: string): string | null {
  return field.replaceAll(/[^\w.-]/g, '').replace(/^\.+/, '') || null;
}

/**
 * Reads escaped content after `CMD,`. Gives null when there is no recording in it: the one-digit delivery result of `TK`,
 * or a head that cannot be read.
 */
export function decodeMedia(command: string, content: Buffer): Media | null {
  const name = command.toUpperCase();
  if (name === 'TK' || name === 'TK2') {
    if (content.length <= 1) return null;
    return { media: 'voice', name: null, part: 1, total: 1, bytes: unescapeBinary(content) };
  }
  if (name === 'JXTK') {
    const head = header(content, 4);
    const part = head && partNumber(head.fields[2]!);
    const total = head && partNumber(head.fields[3]!);
    if (!head || !part || !total || part > total) return null;
    const bytes = unescapeBinary(content.subarray(head.rest));
    return { media: 'voice', name: safeName(head.fields[1]!), part, total, bytes };
  }
  const head = header(content, 2);
  if (!head) return null;
  const bytes = unescapeBinary(content.subarray(head.rest));
  return { media: 'photo', name: safeName(head.fields[1]!), part: 1, total: 1, bytes };
}
