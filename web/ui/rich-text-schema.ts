/**
 * Rich text as the editor holds it: exactly the tags of contract/rich-text.rules.ts, so nothing
 * that is shown is lost by editing, and nothing else is pasted.
 */
import { DOMParser as Reader, DOMSerializer, Schema, type MarkSpec, type Node, type NodeSpec, type TagParseRule } from 'prosemirror-model';
import { isRich, richLink, richPicture } from '#contract/rich-text.rules.ts';

const element = (tag: string, content: string, more: Partial<NodeSpec> = {}): NodeSpec => ({
  content,
  group: 'block',
  parseDOM: [{ tag }],
  toDOM: () => [tag, 0],
  ...more,
});

const nodes = {
  doc: { content: 'block+' },
  paragraph: element('p', 'inline*'),
  heading: element('h2', 'inline*', {
    attrs: { level: { default: 2 } },
    defining: true,
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.min(4, Math.max(2, level)) } })),
    toDOM: ({ attrs }) => [`h${attrs.level as number}`, 0],
  }),
  blockquote: element('blockquote', 'block+', { defining: true }),
  bullet_list: element('ul', 'list_item+'),
  ordered_list: element('ol', 'list_item+'),
  list_item: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
  text: { group: 'inline' },
  image: {
    inline: true,
    group: 'inline',
    attrs: { src: {}, alt: { default: '' } },
    draggable: true,
    parseDOM: [
      {
        tag: 'img[src]',
        getAttrs(dom) {
          const src = richPicture(dom.getAttribute('src'));
          return src !== null && { src, alt: dom.getAttribute('alt') ?? '' };
        },
      },
    ],
    toDOM: ({ attrs }) => ['img', { src: attrs.src as string, alt: attrs.alt as string }],
  },
  hard_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    // One at the end of a block only keeps it open: nobody sees it.
    parseDOM: [{ tag: 'br', getAttrs: (dom) => dom.nextSibling !== null && null }],
    toDOM: () => ['br'],
  },
} satisfies Record<string, NodeSpec>;

/** Pasted formatting that is a style, not a tag: `calmed` has put it where the content security policy does not mind it. */
const styled = (style: RegExp): TagParseRule => ({
  tag: '[data-style]',
  // Bold and slanted may be one style.
  consuming: false,
  getAttrs: (dom) => style.test(dom.dataset.style ?? '') && null,
});

const mark = (tag: string, ...parseDOM: TagParseRule[]): MarkSpec => ({ parseDOM: [{ tag }, ...parseDOM], toDOM: () => [tag, 0] });

const marks = {
  link: {
    attrs: { href: {} },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs(dom) {
          const href = richLink(dom.getAttribute('href'));
          return href !== null && { href };
        },
      },
    ],
    toDOM: ({ attrs }) => ['a', { href: attrs.href as string, target: '_blank', rel: 'noopener noreferrer nofollow' }, 0],
  },
  strong: mark(
    'strong',
    // Some programs wrap everything that they copy in a <b> that is not bold.
    { tag: 'b', getAttrs: (dom) => !/font-weight:\s*(normal|400)/i.test(dom.dataset.style ?? '') && null },
    styled(/font-weight:\s*(bold|[6-9]00)/i),
  ),
  em: mark('em', { tag: 'i' }, styled(/font-style:\s*italic/i)),
  u: mark('u', { tag: 'ins' }, styled(/text-decoration[a-z-]*:[^;]*underline/i)),
  s: mark('s', { tag: 'del' }, { tag: 'strike' }, styled(/text-decoration[a-z-]*:[^;]*line-through/i)),
} satisfies Record<string, MarkSpec>;

export const schema = new Schema({ nodes, marks } as {
  nodes: Record<keyof typeof nodes, NodeSpec>;
  marks: Record<keyof typeof marks, MarkSpec>;
});

/** Plain text: a blank line ends a paragraph, any other is a line within it. */
function plainDocument(text: string): Node {
  const paragraphs = text.split(/(?:\r?\n[ \t]*){2,}/).map((lines) =>
    schema.node(
      'paragraph',
      null,
      lines
        .split(/\r?\n/)
        .flatMap((line, index) => [...(index > 0 ? [schema.node('hard_break')] : []), ...(line ? [schema.text(line)] : [])]),
    ),
  );
  return schema.node('doc', null, paragraphs);
}

/** A stored value, rich or plain, as the editor's document. */
export const documentOf = (value: string): Node =>
  isRich(value) ? Reader.fromSchema(schema).parse(new DOMParser().parseFromString(value, 'text/html').body) : plainDocument(value);

/** Whether there is anything to be seen. */
export function isBlank(document: Node): boolean {
  let seen = document.textContent.trim() !== '';
  document.descendants((node) => {
    seen ||= node.type === schema.nodes.image;
    return !seen;
  });
  return !seen;
}

/** Pictures of a document that nobody sees are not loaded. */
const unseen = globalThis.document?.implementation.createHTMLDocument('');

/** The document as HTML, without the lines that were left empty at its end; '' when there is nothing to be seen. */
export function htmlOf(document: Node): string {
  if (isBlank(document)) return '';
  const box = unseen.createElement('div');
  box.append(DOMSerializer.fromSchema(schema).serializeFragment(document.content, { document: unseen }));
  return box.innerHTML.replace(/(?:<p><\/p>)+$/, '');
}

/** Pasted HTML without its style sheets, its styles moved where they are only read, and the cells of its tables apart. */
export const calmed = (html: string): string =>
  html
    .replace(/<style\b[^<>]*>[\s\S]*?(?:<\/style\s*>|$)/gi, '')
    .replace(/(<[a-z][^<>]*?\s)style(?=\s*=)/gi, '$1data-style')
    .replace(/<\/t[dh]\s*>/gi, ' $&');
