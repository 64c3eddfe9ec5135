/** Addresses and URIs of SIP. */

export interface SipUri {
  scheme: 'sip' | 'sips' | 'tel';
  user: string;
  host: string;
  port: number | null;
}
export interface SipAddress {
  displayName: string | null;
  uri: SipUri;
  /** The URI as it was written. */
  text: string;
  params: Map<string, string>;
}

/** Parts of a list: commas within quotes and angle brackets part nothing. */
export function splitList(value: string): string[] {
  const parts: string[] = [];
  let quoted = false;
  let inside = false;
  let begin = 0;
  for (let at = 0; at < value.length; at += 1) {
    const sign = value[at];
    if (quoted && sign === '\\') at += 1;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === '<') inside = true;
    else if (!quoted && sign === '>') inside = false;
    else if (sign === ',' && !quoted && !inside) {
      parts.push(value.slice(begin, at).trim());
      begin = at + 1;
    }
  }
  parts.push(value.slice(begin).trim());
  return parts.filter(Boolean);
}

const unescaped = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A URI, or null for what is none that a phone has. */
export function parseUri(text: string): SipUri | null {
  if (text.length > 512) return null;
  const tel = /^tel:([+*#\d().-]{1,40})(?:;[^\s<>]*)?$/i.exec(text);
  if (tel) return { scheme: 'tel', user: tel[1] as string, host: '', port: null };
  const found = /^(sips?):(?:([^@\s<>"]{1,200})@)?(\[[0-9a-f:.]{2,45}\]|[\w.-]{1,255})(?::(\d{1,5}))?(?:[;?][^\s<>"]*)?$/i.exec(text);
  if (!found) return null;
  const port = found[4] === undefined ? null : Number(found[4]);
  if (port !== null && (port < 1 || port > 65535)) return null;
  // What follows a colon is a password, what follows a semicolon a parameter of a number.
  const user = unescaped((found[2] ?? '').split(/[:;]/)[0] as string);
  return { scheme: (found[1] as string).toLowerCase() as 'sip' | 'sips', user, host: (found[3] as string).toLowerCase(), port };
}

function parseParams(text: string): Map<string, string> {
  const params = new Map<string, string>();
  for (const part of text.split(';').slice(1)) {
    const [name, ...value] = part.split('=');
    params.set((name as string).trim().toLowerCase(), value.join('=').trim());
  }
  return params;
}

/** `"Name" <uri>;params` or `uri;params`; null for what is neither. */
export function parseAddress(value: string): SipAddress | null {
  if (value.length > 1024) return null;
  const open = value.startsWith('"') ? value.indexOf('<', closingQuote(value)) : value.indexOf('<');
  if (open < 0) {
    const text = value.split(';')[0] as string;
    const uri = parseUri(text.trim());
    return uri && { displayName: null, uri, text: text.trim(), params: parseParams(value) };
  }
  const close = value.indexOf('>', open);
  if (close < 0) return null;
  const text = value.slice(open + 1, close);
  const uri = parseUri(text);
  const name = value.slice(0, open).trim();
  const plain = name.startsWith('"') ? name.slice(1, -1).replaceAll(/\\(.)/g, '$1') : name;
  return uri && { displayName: plain || null, uri, text, params: parseParams(value.slice(close + 1)) };
}

function closingQuote(value: string): number {
  for (let at = 1; at < value.length; at += 1) {
    if (value[at] === '\\') at += 1;
    else if (value[at] === '"') return at;
  }
  return value.length;
}

/** A user part with what would end it escaped. */
export const escapedUser = (user: string): string => encodeURIComponent(user).replaceAll('%2B', '+');

/** A name in quotes, without what could begin another header. */
// oxlint-disable-next-line no-control-regex -- control characters are what is removed
export const quoted = (name: string): string => `"${name.replaceAll(/[\u0000-\u001f\u007f]/g, ' ').replaceAll(/["\\]/g, '\\$&')}"`;
