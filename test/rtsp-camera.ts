/** A camera for tests: RTSP over TCP with Digest, its picture drawn by ffmpeg and passed on as it comes. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';
import { rtspFramer } from '#server/devices/rtsp-frames.ts';

const REALM = 'camera';
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

export interface TestCamera {
  port: number;
  /** The requests as they came: method, address, and whether they were signed rightly. */
  asked: { method: string; uri: string; signed: boolean }[];
  /** Connections that are open now. */
  connected: () => number;
  stop: () => void;
}

/** `redirect`: answers a description with that address instead. */
export async function startCamera({
  username,
  password,
  redirect,
}: {
  username: string;
  password: string;
  redirect?: string;
}): Promise<TestCamera> {
  const asked: TestCamera['asked'] = [];
  const playing = new Set<Socket>();
  const open = new Set<Socket>();
  const udp = createSocket('udp4');
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  udp.on('message', (packet) => {
    const head = Buffer.from([0x24, 0, packet.length >> 8, packet.length & 255]);
    for (const socket of playing) socket.write(Buffer.concat([head, packet]));
  });
  const drawn =
    '-loglevel error -re -f lavfi -i testsrc=size=320x240:rate=10 -c:v libx264 -preset ultrafast -tune zerolatency -g 10 -pix_fmt yuv420p -f rtp';
  const source = spawn('ffmpeg', [...drawn.split(' '), `rtp://127.0.0.1:${udp.address().port}?pkt_size=1200`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const sdp = await new Promise<string>((resolve, reject) => {
    let text = '';
    source.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (/a=fmtp.*\r?\n/.test(text)) resolve(text.slice(text.indexOf('v=0')));
    });
    source.once('exit', () => reject(new Error('ffmpeg drew nothing')));
  });
  const description = `${sdp
    .trimEnd()
    .replace(/^SDP:.*$/m, '')
    .replace(/m=video \d+/, 'm=video 0')}\r\na=control:track1\r\n`;

  const server = createServer((socket) => {
    const nonce = Math.random().toString(16).slice(2);
    open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => {
      open.delete(socket);
      playing.delete(socket);
    });
    const cut = rtspFramer();
    socket.on('data', (chunk: Buffer) => {
      for (const frame of cut(chunk)) {
        if ('media' in frame) continue;
        const [method = '', uri = ''] = frame.head.split(' ');
        const number = /^cseq:\s*(\d+)/im.exec(frame.head)?.[1] ?? '0';
        const response = md5(`${md5(`${username}:${REALM}:${password}`)}:${nonce}:${md5(`${method}:${uri}`)}`);
        const signed = frame.head.includes(`response="${response}"`);
        asked.push({ method, uri, signed });
        const answer = (status: string, fields: string[] = [], body = '') =>
          socket.write(
            [
              `RTSP/1.0 ${status}`,
              `CSeq: ${number}`,
              ...fields,
              ...(body ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
              '',
              body,
            ].join('\r\n'),
          );
        if (method === 'OPTIONS') answer('200 OK', ['Public: DESCRIBE, SETUP, PLAY, TEARDOWN']);
        else if (!signed) answer('401 Unauthorized', [`WWW-Authenticate: Digest realm="${REALM}", nonce="${nonce}"`]);
        else if (redirect) answer('302 Moved', [`Location: ${redirect}`]);
        else if (method === 'DESCRIBE') answer('200 OK', ['Content-Type: application/sdp', `Content-Base: ${uri}/`], description);
        else if (method === 'SETUP') answer('200 OK', ['Session: 7', 'Transport: RTP/AVP/TCP;unicast;interleaved=0-1']);
        else if (method === 'PLAY') {
          answer('200 OK', ['Session: 7']);
          playing.add(socket);
        } else answer('200 OK', ['Session: 7']);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    asked,
    connected: () => open.size,
    stop() {
      source.removeAllListeners('exit');
      source.kill('SIGKILL');
      udp.close();
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
