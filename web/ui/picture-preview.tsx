/** One picture over the whole window. */
import { Image } from 'antd';

export default function PicturePreview({ src, alt, onClose }: { src: string; alt: string; onClose: () => void }) {
  return (
    <Image
      src={src}
      alt={alt}
      classNames={{ root: 'y-preview-only' }}
      preview={{ open: true, onOpenChange: (open) => !open && onClose() }}
    />
  );
}
