/** Addresses that somebody else has written into a parameter. Pure. */

/** The address if it is one of the web (http or https); null for anything else, such as a script. */
export function safeLink(text: string | null | undefined): string | null {
  try {
    const { protocol, href } = new URL((text ?? '').trim());
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}
