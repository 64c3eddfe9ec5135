/**
 * Rich text: the tags, links and pictures that it may have, and its words alone. The
 * server's cleaning, the editor and the pages that show it follow this one list. A value
 * without markup is plain text: it is kept and shown as it is. Pure.
 */
import { STORED_PICTURE } from './system/pictures.rules.ts';

/** Kept tags. Of any other the words stay, or nothing: `DROPPED_TAGS`. */
export const RICH_TAGS = ['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'br', 'strong', 'em', 'u', 's', 'a', 'img'] as const;
export type RichTag = (typeof RICH_TAGS)[number];

const SAME: Readonly<Record<string, RichTag>> = { b: 'strong', i: 'em', ins: 'u', del: 's', strike: 's', h1: 'h2', h5: 'h4', h6: 'h4' };
/** What other editors write for the same, and blocks that are shown as paragraphs. */
export const SAME_TAGS: Readonly<Record<string, RichTag>> = {
  ...SAME,
  ...Object.fromEntries(
    'div section article header footer center pre address figure figcaption dl dt dd table tr caption'
      .split(' ')
      .map((tag) => [tag, 'p' as const]),
  ),
};

/** What is dropped with everything in it. */
export const DROPPED_TAGS: readonly string[] = (
  'script style title template textarea select option button iframe frameset frame noframes noscript noembed object embed applet ' +
  'svg math audio video canvas xmp plaintext meta link base'
).split(' ');

/** Deeper tags lose their formatting, not their words. */
export const RICH_DEPTH = 24;
/** Characters with the markup, before and after cleaning. */
export const MOST_MARKUP = 60_000;

const OTHER_TAGS =
  'span font sub sup small big code kbd hr td th tbody thead tfoot colgroup col html head body form input label mark nav main aside details summary q cite abbr';
const KNOWN = [...RICH_TAGS, ...Object.keys(SAME_TAGS), ...DROPPED_TAGS, ...OTHER_TAGS.split(' ')].join('|');
const CLOSING = new RegExp(`</(?:${KNOWN})\\s*>`, 'i');
const FIRST = new RegExp(`^\\s*<(?:${KNOWN})(?:[\\s/][^<>]*)?>`, 'i');
const ALONE = /<(?:br|hr|img)(?:[\s/][^<>]*)?>/i;

/** Whether a value is HTML. A text that only speaks of `a<b` is not. */
export const isRich = (value: string): boolean => value.includes('<') && (CLOSING.test(value) || FIRST.test(value) || ALONE.test(value));

/** Whether a browser would read a tag in it. */
export const hasTag = (value: string): boolean => /<[a-z/!?]/i.test(value);

const LINK = /^(?:https?:\/\/[^\s<>"']+|mailto:[^\s<>"']+@[^\s<>"']+|tel:[+\d][\d,;*#()-]*)$/i;

/** The address of a link as it may stand; null when it may not. */
export function richLink(href: string | null | undefined): string | null {
  const address = href?.trim() ?? '';
  return address.length <= 2000 && LINK.test(address) ? address : null;
}

/** The stored address of a picture, also from the signed link by which it was shown; null of every other. */
export function richPicture(src: string | null | undefined): string | null {
  const path =
    src
      ?.trim()
      .replace(/^https?:\/\/[^/?#]+(?=\/)/i, '')
      .replace(/^\/api(?=\/admin\/)/, '')
      .replace(/[?#].*$/, '') ?? '';
  return STORED_PICTURE.test(path) ? path : null;
}

const MARKUP_SIGNS = { nbsp: ' ', lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const WORD_SIGNS = { ldquo: '“', rdquo: '”', lsquo: '‘', rsquo: '’', hellip: '…', mdash: '—', middot: '·', times: '×', deg: '°', yen: '¥' };
const ENTITIES: Readonly<Record<string, string>> = { ...MARKUP_SIGNS, ...WORD_SIGNS };
const character = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');
const decoded = (text: string) =>
  text.replace(
    /&(?:#(x?)([\da-f]{1,6})|(\w{2,10}));/gi,
    (whole, hex: string | undefined, code: string | undefined, name: string | undefined) =>
      code ? character(parseInt(code, hex ? 16 : 10)) : (ENTITIES[name ?? ''] ?? whole),
  );

const GONE = /<(script|style)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi;
const TAG = /<(\/?)([a-z][a-z0-9]*)[^<>]*>/gi;
const INLINE = new Set('strong em u s a b i ins del strike span font sub sup small big code kbd mark label'.split(' '));

/** What HTML makes one space of; an ideographic space, with which paragraphs are indented, is none. */
const SPACES = /[ \t\n\r\f]+/g;

/**
 * The words of HTML, a line for each block; items of a list have their mark, a picture is `[图片]`. Takes time in proportion to its length.
 */
export function wordsOf(html: string): string {
  const lists: (number | null)[] = [];
  const marked = html
    .replace(GONE, '')
    .replace(SPACES, ' ')
    .replace(TAG, (_whole, closing: string, name: string) => {
      const tag = name.toLowerCase();
      if (INLINE.has(tag)) return '';
      if (tag === 'img') return '[图片]';
      if (tag === 'td' || tag === 'th') return ' ';
      if (tag === 'ol' || tag === 'ul') {
        if (closing) lists.pop();
        else lists.push(tag === 'ol' ? 0 : null);
      }
      if (tag !== 'li' || closing) return '\n';
      const number = lists.at(-1);
      if (typeof number === 'number') lists[lists.length - 1] = number + 1;
      return typeof number === 'number' ? `\n${number + 1}. \0` : '\n· \0';
    });
  // A paragraph within an item does not begin a new line after its mark.
  return decoded(marked.replace(/\0[ \n]*/g, ''))
    .split('\n')
    .map((line) => line.replace(SPACES, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

/** The words of HTML in one line; of a text without tags its own, entities read. */
export const stripHtml = (html: string): string => wordsOf(html).replaceAll('\n', ' ');

/** A rich or plain value as plain text, its lines kept: for files, papers and messages. */
export const plainText = (value: string): string => (isRich(value) ? wordsOf(value) : value);

/** As `plainText` in one line: for lists. */
export const lineOf = (value: string): string => plainText(value).replace(/\s+/g, ' ').trim();

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as it stands between tags or in an attribute. */
export const escapedText = (text: string): string => text.replace(/[&<>"]/g, (one) => ESCAPES[one] as string);

/** Plain text as HTML that says the same. */
export const asRich = (text: string): string =>
  `<p>${escapedText(text)
    .split(/\r\n|\r|\n/)
    .join('<br>')}</p>`;
