/** Reading and writing STOMP frames; the grammar itself is @stomp/stompjs's, which counts bytes and so keeps Chinese whole. */
import { FrameImpl, Parser } from '@stomp/stompjs';

export interface StompFrame {
  command: string;
  headers: Map<string, string>;
}

export interface FrameListener {
  frame: (frame: StompFrame) => void;
  beat: () => void;
  /** The peer broke the protocol: nothing after this can be trusted. */
  broken: (reason: string) => void;
}

const ESCAPES: Record<string, string> = { c: ':', n: '\n', r: '\r', '\\': '\\' };

/** One pass over the escapes of a header; null on one that STOMP does not know. */
export function unescapeHeader(text: string): string | null {
  let valid = true;
  const plain = text.replaceAll(/\\(.?)/gs, (_, letter: string) => {
    const character = ESCAPES[letter];
    if (character === undefined) valid = false;
    return character ?? '';
  });
  return valid ? plain : null;
}

/** First value wins for a repeated header, as the protocol says. Null when an escape is unknown. */
function readHeaders(command: string, pairs: Array<[string, string]>): Map<string, string> | null {
  const escaped = command !== 'CONNECT';
  const headers = new Map<string, string>();
  for (const [rawName, rawValue] of pairs) {
    const name = escaped ? unescapeHeader(rawName) : rawName;
    const value = escaped ? unescapeHeader(rawValue) : rawValue;
    if (name === null || value === null) return null;
    if (!headers.has(name)) headers.set(name, value);
  }
  return headers;
}

/**
 * A function that takes the chunks of one connection. A frame may be spread over many chunks but not over more than `limit` bytes.
 * Never throws; bodies are dropped because nothing a client sends carries one.
 */
export function frameReader(limit: number, listener: FrameListener): (chunk: Uint8Array) => void {
  let pending = 0;
  let dead = false;
  const die = (reason: string) => {
    dead = true;
    listener.broken(reason);
  };
  const parser = new Parser(
    (raw) => {
      pending = 0;
      if (dead) return;
      const command = raw.command ?? '';
      const headers = readHeaders(command, raw.headers as Array<[string, string]>);
      if (headers) listener.frame({ command, headers });
      else die('帧头格式错误');
    },
    () => {
      pending = 0;
      if (!dead) listener.beat();
    },
  );
  return (chunk) => {
    if (dead) return;
    pending += chunk.length;
    // The parser only appends to arrays, so what it holds is bounded here and by the size of a WebSocket message.
    if (pending > limit) die('帧过大');
    else parser.parseChunk(chunk as unknown as ArrayBuffer);
  };
}

/** A frame as text; header values are escaped except in CONNECTED, the length of the body is in bytes. */
export const frame = (command: string, headers: Record<string, string>, body = ''): string =>
  FrameImpl.marshall({ command, headers, body, escapeHeaderValues: true }) as string;

/**
 * One message for many subscribers: the returned function gives the frame for a subscription id as bytes, made once per id
 * (clients number their subscriptions alike, so a broadcast is mostly one buffer).
 */
export function messageFrames(destination: string, messageId: string, body: string): (subscription: string) => Buffer {
  const made = new Map<string, Buffer>();
  return (subscription) =>
    made.getOrInsertComputed(subscription, () =>
      Buffer.from(frame('MESSAGE', { subscription, 'message-id': messageId, destination, 'content-type': 'text/plain;charset=utf-8' }, body)),
    );
}
