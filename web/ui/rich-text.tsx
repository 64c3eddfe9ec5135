/**
 * The one place where rich text becomes a page: nodes of the allow-list only, also when
 * a stored value has others. Plain text is shown as it is, its lines kept.
 */
import { createElement, Fragment, lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { isRich } from '#contract/rich-text.rules.ts';
import { useFileLink } from './file-link.ts';
import { richTree, type RichNode } from './rich-tree.ts';
import './rich-text.css';

const PicturePreview = lazy(() => import('./picture-preview.tsx'));

interface Large {
  src: string;
  alt: string;
}
type Enlarge = (picture: Large) => void;

/** A picture of the server; within a link it is only looked at. */
function Picture({ url, alt, enlarge }: { url: string; alt: string; enlarge: Enlarge | null }) {
  const src = useFileLink(url);
  if (src === null) return <span className="y-missing">［图片无法显示］</span>;
  if (src === undefined) return <span className="y-rich-coming" role="img" aria-label="图片加载中" />;
  const picture = <img src={src} alt={alt} />;
  return enlarge ? (
    <button type="button" className="y-rich-picture" aria-label={`查看大图：${alt}`} onClick={() => enlarge({ src, alt })}>
      {picture}
    </button>
  ) : (
    picture
  );
}

const childrenOf = (nodes: readonly RichNode[], enlarge: Enlarge | null): ReactNode[] =>
  nodes.map((node, index) => shown(node, index, enlarge));

function shown(node: RichNode, key: number, enlarge: Enlarge | null): ReactNode {
  if (typeof node === 'string') return node;
  if (node.kind === 'break') return <br key={key} />;
  if (node.kind === 'picture') return <Picture key={key} url={node.url} alt={node.alt} enlarge={enlarge} />;
  if (node.kind === 'link')
    return (
      <a key={key} href={node.href} target="_blank" rel="noopener noreferrer nofollow">
        {childrenOf(node.children, null)}
      </a>
    );
  const children = childrenOf(node.children, enlarge);
  return node.tag ? createElement(node.tag, { key }, ...children) : <Fragment key={key}>{children}</Fragment>;
}

interface Props {
  /** As it is stored: HTML or plain text. */
  value: string;
  className?: string;
}

export function RichText({ value, className = '' }: Props) {
  const [large, setLarge] = useState<Large | null>(null);
  const rich = isRich(value);
  const content = useMemo(() => (rich ? childrenOf(richTree(value), setLarge) : null), [rich, value]);
  if (!rich) return <div className={`y-rich y-rich-plain ${className}`}>{value}</div>;
  return (
    <div className={`y-rich ${className}`}>
      {content}
      {large && (
        <Suspense fallback={null}>
          <PicturePreview {...large} onClose={() => setLarge(null)} />
        </Suspense>
      )}
    </div>
  );
}
