/** Addresses of pictures in rows: files of our own store only. A foreign address would tell its owner who looks at what, and when. */
import { z } from 'zod';

const STORED = /^\/admin\/sys-file\/[a-z0-9-]{1,30}\/[0-9a-f-]{36}\.(jpe?g|png|webp|gif)$/;

/** The `url` that an upload answered with (`POST /admin/sys-file/upload`). */
export const picture = z.string().trim().regex(STORED, { error: '图片地址不正确，请上传图片' });
