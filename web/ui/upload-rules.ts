/** What may be uploaded where (specification 1, section 5). Pure. */

export interface UploadRule {
  /** Megabytes of 1024 × 1024 bytes. */
  maxMB: number;
  /** File name extensions without the dot, lower case; any that the server takes when empty. */
  types: readonly string[];
  wrongType: string;
  tooLarge: string;
}

const tooLarge = (maxMB: number) => `上传文件大小不能超过 ${maxMB}MB!`;

/** Files of a job: proofs, papers. */
export const jobFile: UploadRule = { maxMB: 4, types: [], wrongType: '', tooLarge: tooLarge(4) };
/** Pictures: receipts, portraits. */
export const picture: UploadRule = {
  maxMB: 5,
  types: ['jpg', 'jpeg', 'png'],
  wrongType: '上传头像图片只能是 jpg|png 格式!',
  tooLarge: '上传头像图片大小不能超过 5MB!',
};
/** Scans of papers. */
export const scan: UploadRule = {
  maxMB: 10,
  types: ['jpg', 'jpeg', 'png', 'webp', 'pdf'],
  wrongType: '请上传图片或PDF',
  tooLarge: tooLarge(10),
};
/** Everything else, up to what the server takes. */
export const anyFile: UploadRule = { maxMB: 10, types: [], wrongType: '', tooLarge: tooLarge(10) };

export const extensionOf = (name: string) => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Why a file is refused before it is sent; null when it may go. */
export function uploadProblem(rule: UploadRule, file: { name: string; size: number }): string | null {
  if (rule.types.length > 0 && !rule.types.includes(extensionOf(file.name))) return rule.wrongType;
  if (file.size > rule.maxMB * 1024 * 1024) return rule.tooLarge;
  return file.size === 0 ? '文件是空的，请重新选择' : null;
}

const PICTURES = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp']);
export const isPicture = (url: string) => PICTURES.has(extensionOf(url.split(/[?#]/)[0] as string));
