/**
 * Files that stay in the page until there is a network: where they are kept, uploads give an
 * address that stands for the file, and pictures are shown from it.
 */
import { freshName } from '#web/api/fresh-name.ts';

/** As a stored file is named, so that every rule about answers holds for it. */
const KEPT = '/admin/sys-file/kept/';

const files = new Map<string, { file: File; link: string }>();
let keeping = false;

/** From now on (not) uploads keep their files; a page without the network says so when it begins. */
export const keepFiles = (keep: boolean) => void (keeping = keep);
export const keepsFiles = () => keeping;

const endingOf = (name: string) => /\.([a-z0-9]{2,5})$/i.exec(name)?.[1]?.toLowerCase() ?? 'jpg';

/** Keeps a file under an address, a new one unless it had one already; gives it. */
export function keepFile(file: File, url = `${KEPT}${freshName()}.${endingOf(file.name)}`): string {
  if (!files.has(url)) files.set(url, { file, link: URL.createObjectURL(file) });
  return url;
}

/** By its address; undefined for every other. */
export const keptFile = (url: string): File | undefined => files.get(url)?.file;
/** What an `<img>` can show it by. */
export const keptLink = (url: string): string | undefined => files.get(url)?.link;

/** The kept files that a value names, however deep in it. */
export function keptIn(value: unknown): { url: string; file: File }[] {
  if (typeof value === 'string') {
    const file = keptFile(value);
    return file ? [{ url: value, file }] : [];
  }
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(keptIn);
}
