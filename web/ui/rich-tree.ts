/** Rich text as plain nodes of the allow-list, also when a stored value has others: what draws them decides how. */
import { DROPPED_TAGS, RICH_DEPTH, RICH_TAGS, richLink, richPicture, SAME_TAGS, type RichTag } from '#contract/rich-text.rules.ts';

const HTML = 'http://www.w3.org/1999/xhtml';
const KEPT: ReadonlySet<string> = new Set(RICH_TAGS);
const DROPPED: ReadonlySet<string> = new Set(DROPPED_TAGS);

export type RichNode =
  | string
  | { kind: 'break' }
  | { kind: 'picture'; url: string; alt: string }
  | { kind: 'link'; href: string; children: RichNode[] }
  /** `tag` is null where only the words stay. */
  | { kind: 'tag'; tag: Exclude<RichTag, 'br' | 'a' | 'img'> | null; children: RichNode[] };

type PictureOf = (src: string | null) => string | null;

/** A node of a parsed, lifeless document; null for what may not be shown. */
function nodeOf(node: Node, depth: number, pictureOf: PictureOf): RichNode | null {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const element = node as Element;
  const { localName } = element;
  // Drawings and formulas have elements of the same names.
  if (element.namespaceURI !== HTML || DROPPED.has(localName)) return null;
  if (depth >= RICH_DEPTH) return node.textContent;
  const tag = SAME_TAGS[localName] ?? localName;
  if (tag === 'br') return { kind: 'break' };
  if (tag === 'img') {
    const url = pictureOf(element.getAttribute('src'));
    return url === null ? null : { kind: 'picture', url, alt: element.getAttribute('alt') || '图片' };
  }
  const children = childrenOf(node, depth + 1, pictureOf);
  const href = tag === 'a' ? richLink(element.getAttribute('href')) : null;
  if (href !== null) return { kind: 'link', href, children };
  return { kind: 'tag', tag: tag !== 'a' && KEPT.has(tag) ? (tag as 'p') : null, children };
}

const childrenOf = (node: Node, depth: number, pictureOf: PictureOf): RichNode[] =>
  [...node.childNodes].flatMap((child) => nodeOf(child, depth, pictureOf) ?? []);

/** The nodes of a value that is HTML (`isRich`). `pictureOf` says which pictures are shown, and by which address. */
export const richTree = (html: string, pictureOf: PictureOf = richPicture): RichNode[] =>
  childrenOf(new DOMParser().parseFromString(html, 'text/html').body, 0, pictureOf);
