/** Addresses of pictures in rows: files of our own store only. A foreign address would tell its owner who looks at what, and when. */
import { z } from 'zod';
import { STORED_PICTURE } from './pictures.rules.ts';

/** The `url` that an upload answered with (`POST /admin/sys-file/upload`). */
export const picture = z.string().trim().regex(STORED_PICTURE, { error: '图片地址不正确，请上传图片' });
