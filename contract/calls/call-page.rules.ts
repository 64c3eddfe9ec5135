/** The page of a link that calls: `/c/{token}`, a build of its own. Pure. */

const PAGE = /^\/c\/([^/?#]+)(?:[?#]|$)/;

/** The token in an address, with or without its query; null on every other page. */
export const callTokenOf = (address: string): string | null => PAGE.exec(address)?.[1] ?? null;

/** `0:05`, `12:30`, `1:02:09`. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
