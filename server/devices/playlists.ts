/** HLS playlists (RFC 8216): every address in them is replaced, so that a browser asks us and not the camera. Pure. */

const MOST_LINES = 20_000;

/** Whether a body is a playlist: by its first line, whatever it was called. */
export const isPlaylist = (text: string) => text.replace(/^\uFEFF/, '').startsWith('#EXTM3U');

/**
 * The playlist with every address, absolute by `base`, given to `replace`; one that is no http(s) address is left out with its line.
 * Throws when the text is no playlist.
 */
export function rewritePlaylist(text: string, base: string, replace: (url: string) => string): string {
  if (!isPlaylist(text)) throw new Error('not a playlist');
  const absolute = (address: string): string | null => {
    if (!URL.canParse(address, base)) return null;
    const url = new URL(address, base);
    return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null;
  };
  const lines: string[] = [];
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r?\n/, MOST_LINES)) {
    const line = raw.trim();
    if (line === '') continue;
    if (!line.startsWith('#')) {
      const url = absolute(line);
      if (url) lines.push(replace(url));
      continue;
    }
    let bad = false;
    const changed = line.replace(/\bURI="([^"]*)"/g, (_whole, address: string) => {
      const url = absolute(address);
      bad ||= url === null;
      return `URI="${url === null ? '' : replace(url)}"`;
    });
    if (!bad) lines.push(changed);
  }
  return `${lines.join('\n')}\n`;
}
