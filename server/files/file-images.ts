/** Pictures are decoded and encoded anew: what was hidden in them, where they were taken and by what, does not reach the store. */
import sharp from 'sharp';
import { semaphore } from '../jobs/semaphore.ts';
import { invalid, Refusal } from '../errors.ts';

/** Pixels that a decoder may be asked for; a flat picture of this size takes 160 MB. */
const MOST_PIXELS = 40_000_000;
/** The longer side of what is kept: enough for a receipt to be read and a page to be printed. */
const LONGEST = 4096;
sharp.cache(false);
sharp.concurrency(1);

/** Decoding takes memory and the threads that passwords are hashed on. */
const enter = semaphore(2, 20);

/**
 * The picture as JPEG, PNG or WebP bytes, upright, without metadata, its longer side at most 4096 pixels. GIF becomes PNG of its first
 * frame. Throws 400 when it cannot be read.
 */
export async function encodeAnew(
  bytes: Buffer,
  extension: 'jpg' | 'png' | 'webp' | 'gif',
): Promise<{ bytes: Buffer; extension: 'jpg' | 'png' | 'webp' }> {
  const kind = extension === 'gif' ? 'png' : extension;
  try {
    return await enter(async () => {
      const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
        .rotate()
        .resize(LONGEST, LONGEST, { fit: 'inside', withoutEnlargement: true });
      const encoded =
        kind === 'jpg'
          ? picture.jpeg({ quality: 86 })
          : kind === 'webp'
            ? picture.webp({ quality: 86 })
            : picture.png({ compressionLevel: 7 });
      return { bytes: await encoded.timeout({ seconds: 10 }).toBuffer(), extension: kind };
    });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw invalid('图片已损坏、过大或无法读取');
  }
}
