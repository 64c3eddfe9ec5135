/** Files of the server: an `<img>` cannot send a token, so what is shown has a link that is good for some minutes. */
import { FileOutlined } from '@ant-design/icons';
import { Image, Skeleton } from 'antd';
import { files } from '#contract/system/files.ts';
import { useCall } from '#web/api/call.ts';
import { isPicture } from './upload-rules.ts';

/** Links are good for ten minutes at least. */
const FRESH_MS = 9 * 60_000;
const OURS = /^\/admin\/sys-file\/([a-z0-9-]+)\/([0-9a-f-]{36}\.[a-z0-9]{2,5})$/;

/** The address to show a file by: a link for ours, any other as it is. Undefined while it is asked for, null when there is none. */
export function useFileLink(url: string): string | null | undefined {
  const [, bucket = '', file = ''] = OURS.exec(url) ?? [];
  const query = useCall(files.link, { bucket, file }, { enabled: file !== '', staleTime: FRESH_MS, refetchInterval: FRESH_MS, quiet: true });
  if (file === '') return /^(https?:|blob:|data:image\/|\/)/.test(url) ? url : null;
  return query.isError ? null : query.data?.link;
}

/** A picture of the server that opens large; `alt` says what it shows. */
export function StoredImage({ url, alt, size = 72 }: { url: string; alt: string; size?: number }) {
  const link = useFileLink(url);
  if (link === undefined) return <Skeleton.Node active style={{ width: size, height: size }} />;
  if (link === null) return <span className="y-missing">图片无法显示</span>;
  return <Image src={link} alt={alt} width={size} height={size} className="y-thumbnail" preview={{ mask: '查看' } as never} />;
}

/** A file as a link with its name, or as a thumbnail when it is a picture. */
export function StoredFile({ url, name }: { url: string; name: string }) {
  const link = useFileLink(url);
  if (isPicture(url)) return <StoredImage url={url} alt={name} />;
  if (!link) return <span className="y-missing">{name}</span>;
  return (
    <a className="y-file" href={link} download={name} target="_blank" rel="noreferrer">
      <FileOutlined aria-hidden /> {name}
    </a>
  );
}
