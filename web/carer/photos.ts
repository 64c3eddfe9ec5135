/** Pictures from the phone's camera, made small before they are kept: eight megabytes would neither fit nor be sent. */

const LONGEST_PX = 1600;
const QUALITY = 0.8;

/** The size of a picture whose longer side is at most 1600 pixels. Pure. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_PX / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A JPEG that is upright and has no place, camera or time in it any more. Throws with a text to show when it is no picture. */
export async function shrink(file: File, name: string): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new Error('无法读取照片，请重新拍摄');
  });
  const { width, height } = fitted(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob) throw new Error('照片处理失败，请重新拍摄');
  return new File([blob], `${name}.jpg`, { type: 'image/jpeg' });
}
