/** An answer of a questionnaire, or any proof: pictures, files, a signature, text; a slash when there is nothing. */
import { Image } from 'antd';
import { stripHtml } from '#contract/rich-text.rules.ts';
import { useFileLink } from './file-link.ts';
import { StoredFile } from './stored-files.tsx';
import './result-item.css';

interface ResultFile {
  fileName?: string;
  name?: string;
  fileUrl?: string;
  url?: string;
}

export type ResultValue = string | number | readonly (string | number | ResultFile)[] | ResultFile | null | undefined;

interface Props {
  value: ResultValue;
  /** `files` for uploads, `signature` for a signed name; `text` shows rich text as plain. */
  kind?: 'text' | 'files' | 'signature';
}

const NOTHING = <span className="y-missing">/</span>;

function asFile(one: string | number | ResultFile): { url: string; name: string } | null {
  const url = typeof one === 'object' ? (one.fileUrl ?? one.url ?? '') : String(one);
  if (!url) return null;
  return { url, name: (typeof one === 'object' ? (one.fileName ?? one.name) : undefined) ?? url.split('/').at(-1) ?? url };
}

function Signature({ url }: { url: string }) {
  const link = useFileLink(url);
  if (link === null) return <span className="y-missing">签名无法显示</span>;
  return link ? <Image src={link} alt="签名" height={64} className="y-signature" /> : null;
}

export function ResultItem({ value, kind = 'text' }: Props) {
  const parts = (Array.isArray(value) ? value : value === null || value === undefined || value === '' ? [] : [value]) as readonly (
    | string
    | number
    | ResultFile
  )[];
  if (parts.length === 0) return NOTHING;
  if (kind === 'signature') {
    const file = asFile(parts[0] as string);
    return file ? <Signature url={file.url} /> : NOTHING;
  }
  if (kind === 'files' || typeof parts[0] === 'object') {
    const files = parts.map(asFile).filter((file) => file !== null);
    if (files.length === 0) return NOTHING;
    return (
      <span className="y-result-files">
        {files.map(({ url, name }) => (
          <StoredFile key={url} url={url} name={name} />
        ))}
      </span>
    );
  }
  const text = parts.map((part) => stripHtml(String(part))).filter(Boolean);
  return text.length > 0 ? <span className="y-result-text">{text.join('、')}</span> : NOTHING;
}
