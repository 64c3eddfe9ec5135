/**
 * The one place where rich text becomes a page: nodes of the allow-list only, also when
 * a stored value has others. Plain text is shown as it is, its lines kept.
 */
import { createElement, Fragment, lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { DROPPED_TAGS, isRich, RICH_DEPTH, RICH_TAGS, richLink, richPicture, SAME_TAGS } from '#contract/rich-text.rules.ts';
import { useFileLink } from './file-link.ts';
import './rich-text.css';

const PicturePreview = lazy(() => import('./picture-preview.tsx'));

const HTML = 'http://www.w3.org/1999/xhtml';
const KEPT: ReadonlySet<string> = new Set(RICH_TAGS);
const DROPPED: ReadonlySet<string> = new Set(DROPPED_TAGS);

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

const childrenOf = (node: Node, depth: number, enlarge: Enlarge | null): ReactNode[] =>
  [...node.childNodes].map((child, index) => shown(child, index, depth, enlarge));

/** A node of a parsed, lifeless document as React draws it; nothing for what may not be shown. */
function shown(node: Node, key: number, depth: number, enlarge: Enlarge | null): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const element = node as Element;
  const { localName } = element;
  // Drawings and formulas have elements of the same names.
  if (element.namespaceURI !== HTML || DROPPED.has(localName)) return null;
  if (depth >= RICH_DEPTH) return node.textContent;
  const tag = SAME_TAGS[localName] ?? localName;
  if (tag === 'br') return <br key={key} />;
  if (tag === 'img') {
    const url = richPicture(element.getAttribute('src'));
    return url && <Picture key={key} url={url} alt={element.getAttribute('alt') || '图片'} enlarge={enlarge} />;
  }
  const href = tag === 'a' ? richLink(element.getAttribute('href')) : null;
  const children = childrenOf(node, depth + 1, href === null ? enlarge : null);
  if (href !== null)
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  return tag !== 'a' && KEPT.has(tag) ? createElement(tag, { key }, ...children) : <Fragment key={key}>{children}</Fragment>;
}

interface Props {
  /** As it is stored: HTML or plain text. */
  value: string;
  className?: string;
}

export function RichText({ value, className = '' }: Props) {
  const [large, setLarge] = useState<Large | null>(null);
  const rich = isRich(value);
  const content = useMemo(
    () => (rich ? childrenOf(new DOMParser().parseFromString(value, 'text/html').body, 0, setLarge) : null),
    [rich, value],
  );
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
