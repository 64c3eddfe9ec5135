/**
 * Rich text as it is kept: of what is sent only the tags, links and pictures of
 * contract/rich-text.rules.ts are left of it. Nothing of what was sent is copied: the parser says what it reads, and what may stay is
 * written anew, every text escaped and every tag closed.
 */
import { Parser } from 'htmlparser2';
import type { z } from 'zod';
import {
  asRich,
  DROPPED_TAGS,
  escapedText,
  hasTag,
  isRich,
  MOST_MARKUP,
  RICH_DEPTH,
  RICH_TAGS,
  richLink,
  richPicture,
  SAME_TAGS,
  wordsOf,
  type RichTag,
} from '#contract/rich-text.rules.ts';
import { richTexts } from '#contract/rich-text.ts';

const KEPT: ReadonlySet<string> = new Set(RICH_TAGS);
const DROPPED: ReadonlySet<string> = new Set(DROPPED_TAGS);
/** What ends an open one of the same kind, as browsers read it. */
const PARAGRAPHS: ReadonlySet<string | null> = new Set<RichTag>(['p', 'h2', 'h3', 'h4']);
const BLOCKS: ReadonlySet<string> = new Set<RichTag>(['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'blockquote']);
/** Once is enough. */
const MARKS: ReadonlySet<string> = new Set<RichTag>(['strong', 'em', 'u', 's', 'a']);

const tagOf = (name: string): RichTag | null => SAME_TAGS[name] ?? (KEPT.has(name) ? (name as RichTag) : null);

/** The opening tag as it is written; null when only the words may stay. */
function opening(tag: RichTag, { href, src, alt = '' }: Record<string, string>): string | null {
  if (tag === 'a') {
    const address = richLink(href);
    return address && `<a href="${escapedText(address)}" target="_blank" rel="noopener noreferrer nofollow">`;
  }
  if (tag !== 'img') return `<${tag}>`;
  const address = richPicture(src);
  return address && `<img src="${address}" alt="${escapedText(alt.slice(0, 100))}">`;
}

/** HTML with what may stay of `html`. */
function rewritten(html: string): string {
  const out: string[] = [];
  /** What was written for each element that is open, the innermost last; null when nothing was. */
  const open: (RichTag | null)[] = [];
  const written: RichTag[] = [];
  let muted = 0;

  /** A block that begins within a paragraph ends it; one that is still empty is not there. */
  const endParagraph = () => {
    const last = written.at(-1);
    if (last === undefined || !PARAGRAPHS.has(last)) return;
    if (out.at(-1) === `<${last}>`) out.pop();
    else out.push(`</${last}>`);
    written.pop();
    open[open.findLastIndex((one) => one === last)] = null;
  };

  const parser = new Parser({
    onopentag(name, attributes) {
      if (muted > 0 || DROPPED.has(name)) return void muted++;
      const tag = tagOf(name);
      if (tag !== null && BLOCKS.has(tag)) endParagraph();
      const text =
        tag === null || written.length >= RICH_DEPTH || (MARKS.has(tag) && written.includes(tag)) ? null : opening(tag, attributes);
      if (text !== null) out.push(text);
      const empty = tag === 'br' || tag === 'img';
      open.push(text === null || empty ? null : tag);
      if (text !== null && tag !== null && !empty) written.push(tag);
    },
    ontext(text) {
      if (muted === 0) out.push(escapedText(text));
    },
    onclosetag(name) {
      if (muted > 0) return void muted--;
      const tag = open.pop() ?? null;
      // Cells are not kept, and their words must not run together.
      if (name === 'td' || name === 'th') out.push(' ');
      if (tag === null) return;
      written.pop();
      out.push(`</${tag}>`);
    },
  });
  parser.write(html);
  parser.end();
  return out.join('').trim();
}

/**
 * HTML without anything that could run, load from elsewhere or leave its place; '' when
 * neither words nor pictures are left. Plain text stays as it is, unless a browser would read a tag in it: then it becomes HTML that shows
 * the same. What is longer than any field takes is not looked at.
 */
export function cleanRich(given: string): string {
  // As the schema measures it: not a character may pass between its limit and this one.
  const value = given.trim();
  if (value.length > MOST_MARKUP || !hasTag(value)) return value;
  if (!isRich(value)) return asRich(value);
  const clean = rewritten(value);
  if (!clean.includes('<img') && wordsOf(clean) === '') return '';
  return isRich(clean) ? clean : `<p>${clean}</p>`;
}

interface Definition {
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
  in?: z.ZodType;
  options?: z.ZodType[];
}
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

function takesRich(schema: z.ZodType): boolean {
  if (richTexts.has(schema)) return true;
  const { innerType, in: before, options: choices } = definitionOf(schema);
  return [innerType, before, ...(choices ?? [])].some((one) => one !== undefined && takesRich(one));
}

/** The names of a route's fields that are rich text. They stand in the input itself: test/rich-texts.test.ts refuses deeper ones. */
export const richFieldsOf = (input: z.ZodType): string[] =>
  Object.entries(definitionOf(input).shape ?? {}).flatMap(([name, field]) => (takesRich(field) ? [name] : []));

/** The input with those fields cleaned. What is no text is the schema's to refuse. */
export function cleanFields(names: readonly string[], input: unknown): unknown {
  if (names.length === 0 || typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const cleaned: Record<string, unknown> = { ...input };
  for (const name of names) {
    const value = cleaned[name];
    if (typeof value === 'string') cleaned[name] = cleanRich(value);
  }
  return cleaned;
}
