/** @jsxImportSource preact */
/** Rich text as strangers read it. Pictures come with an address that is good for some minutes. */
import { createElement, Fragment, type ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { isRich, richPicture } from '#contract/rich-text.rules.ts';
import { richTree, type RichNode } from '#web/ui/rich-tree.ts';

/** The address with its signature, of pictures of ours alone. */
const signed = (src: string | null) => (richPicture(src) === null ? null : src);

const shown = (node: RichNode, key: number): ComponentChildren => {
  if (typeof node === 'string') return node;
  if (node.kind === 'break') return <br key={key} />;
  if (node.kind === 'picture') return <img key={key} src={node.url} alt={node.alt} loading="lazy" />;
  const children = node.children.map(shown);
  if (node.kind === 'tag') return node.tag ? createElement(node.tag, { key }, ...children) : <Fragment key={key}>{children}</Fragment>;
  return (
    <a key={key} href={node.href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
};

export function Rich({ value, style }: { value: string; style?: Record<string, string | undefined> }) {
  const content = useMemo(() => (isRich(value) ? richTree(value, signed).map(shown) : value), [value]);
  return (
    <div class="f-rich" style={style}>
      {content}
    </div>
  );
}
