/** Files of the server, shown. */
import { FileOutlined } from '@ant-design/icons';
import { Image, Skeleton } from 'antd';
import { useFileLink } from './file-link.ts';
import { isPicture } from './upload-rules.ts';
import './stored-files.css';

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
    <a href={link} download={name} target="_blank" rel="noreferrer">
      <FileOutlined aria-hidden /> {name}
    </a>
  );
}
