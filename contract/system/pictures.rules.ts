/** Which addresses are pictures of our own store. Pure. */

export const STORED_PICTURE = /^\/admin\/sys-file\/[a-z0-9-]{1,30}\/[0-9a-f-]{36}\.(jpe?g|png|webp|gif)$/;
