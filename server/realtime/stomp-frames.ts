/** Reading and writing STOMP frames; the grammar itself is @stomp/stompjs's, which counts bytes and so keeps Chinese whole. */
import { FrameImpl, Parser } from '@stomp/stompjs';
import { textMessage } from './connections.ts';

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

const LF = 10;
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
  let completed = false;
  let dead = false;
  const complete = () => {
    pending = 0;
    completed = true;
  };
  const die = (reason: string) => {
    dead = true;
    listener.broken(reason);
  };
  const makeParser = () =>
    new Parser(
      (raw) => {
        complete();
        if (dead) return;
        const command = raw.command ?? '';
        const headers = readHeaders(command, raw.headers as Array<[string, string]>);
        if (headers) listener.frame({ command, headers });
        else die('帧头格式错误');
      },
      () => {
        complete();
        if (!dead) listener.beat();
      },
    );
  let parser: Parser | null = null;
  const parse = (bytes: Uint8Array) => (parser ??= makeParser()).parseChunk(bytes as unknown as ArrayBuffer);
  return (chunk) => {
    if (dead || chunk.length === 0) return;
    if (!parser && chunk.length === 1 && chunk[0] === LF) return listener.beat();
    pending += chunk.length;
    // The parser only appends to arrays, so what it holds is bounded here and by the size of a WebSocket message.
    if (pending > limit) return die('帧过大');
    parse(chunk.subarray(0, -1));
    completed = false;
    parse(chunk.subarray(-1));
    // Nothing has begun after the last frame: thousands of quiet connections need no parser.
    if (completed) parser = null;
  };
}

/** A frame as text; header values are escaped except in CONNECTED, the length of the body is in bytes. */
export const frame = (command: string, headers: Record<string, string>, body = ''): string =>
  FrameImpl.marshall({ command, headers, body, escapeHeaderValues: true }) as string;

/**
 * One message for many subscribers: the returned function gives the WebSocket message for a subscription id, made once per id
 * (clients number their subscriptions alike, so a broadcast is mostly one buffer).
 */
export function messageFrames(destination: string, messageId: string, body: string): (subscription: string) => Buffer {
  const headers = { 'message-id': messageId, destination, 'content-type': 'text/plain;charset=utf-8' };
  const made = new Map<string, Buffer>();
  return (subscription) => {
    let bytes = made.get(subscription);
    if (!bytes) made.set(subscription, (bytes = textMessage(frame('MESSAGE', { subscription, ...headers }, body))));
    return bytes;
  };
}
