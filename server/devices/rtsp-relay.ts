/**
 * Stands between ffmpeg and one camera: connects to the checked address only, signs in itself (the password is on no command line), cuts a
 * redirection off, and ends with this process, which ends ffmpeg too.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { refused } from '../errors.ts';
import type { Peer } from '../net/reach.ts';
import { rtspFramer, statusOf, type Frame } from './rtsp-frames.ts';
import { loginOf, type Account, type Login } from './rtsp-login.ts';

export interface Relay {
  /** For ffmpeg, on this machine. */
  url: string;
  close(): void;
}

const PATIENCE_MS = 8_000;
const SILENCE_MS = 15_000;

const away = () => refused('连接不上摄像头，请检查它的电源和网络');

function dial({ address, port }: Peer): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.once('connect', () => resolve(socket));
    socket.once('close', () => reject(away()));
    socket.on('error', () => {});
  });
}

/**
 * Asks for the picture's description, first without signing in, then as the camera wants it. Throws with the reason that staff can act on.
 */
async function enter(socket: Socket, url: string, account: Account | null): Promise<Login | null> {
  const cut = rtspFramer();
  const ask = (number: number, login: Login | null) =>
    new Promise<string>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        let frames: Frame[];
        try {
          frames = cut(chunk);
        } catch {
          return void socket.destroy();
        }
        for (const frame of frames)
          if ('head' in frame) {
            socket.off('data', hear);
            resolve(frame.head);
          }
      };
      socket.on('data', hear);
      socket.once('close', () => reject(away()));
      const signed = login ? `Authorization: ${login('DESCRIBE', url)}\r\n` : '';
      socket.write(`DESCRIBE ${url} RTSP/1.0\r\nCSeq: ${number}\r\nAccept: application/sdp\r\nUser-Agent: yian\r\n${signed}\r\n`);
    });
  let head = await ask(1, null);
  let login: Login | null = null;
  if (statusOf(head) === 401) {
    if (!account) throw refused('摄像头需要用户名和密码');
    login = loginOf(head, account);
    if (!login) throw refused('摄像头的登录方式不支持');
    head = await ask(2, login);
  }
  const status = statusOf(head);
  if (status === 401 || status === 403) throw refused('摄像头的用户名或密码不正确');
  if (status >= 300 && status < 400) throw refused('摄像头把画面转到了别的地址，请直接填写最终的地址');
  if (status !== 200) throw refused(status === 404 ? '摄像头上没有这个画面，请核对地址' : '摄像头没有给出画面');
  return login;
}

/** A request of ffmpeg as the camera shall see it. */
function forwarded(head: string, local: string, url: URL, login: Login | null): string {
  const [first = '', ...fields] = head.split('\r\n');
  const [method = '', uri = '', version = ''] = first.split(' ');
  const meant = uri.startsWith(local) ? `rtsp://${url.host}${uri.slice(local.length)}` : uri;
  const kept = fields.filter((field) => !/^authorization:/i.test(field));
  return [`${method} ${meant} ${version}`, ...kept, ...(login ? [`Authorization: ${login(method, meant)}`] : [])].join('\r\n');
}

/** Joins the one connection that comes to `server` with the camera's. */
function join(server: Server, camera: Socket, url: URL, login: Login | null): void {
  server.once('connection', (local) => {
    server.close();
    const end = () => {
      local.destroy();
      camera.destroy();
    };
    const origin = `rtsp://127.0.0.1:${local.localPort}`;
    const pass = (from: Socket, to: Socket, change: (frame: Frame) => Buffer) => {
      const cut = rtspFramer();
      from.on('data', (chunk: Buffer) => {
        try {
          for (const frame of cut(chunk)) if (!to.write(change(frame))) from.pause();
        } catch {
          end();
        }
      });
      to.on('drain', () => from.resume());
      from.on('error', end);
      from.on('close', end);
    };
    pass(local, camera, (frame) =>
      'media' in frame
        ? frame.media
        : Buffer.concat([Buffer.from(`${forwarded(frame.head, origin, url, login)}\r\n\r\n`, 'latin1'), frame.body]),
    );
    pass(camera, local, (frame) => {
      if ('media' in frame) return frame.media;
      const status = statusOf(frame.head);
      // Also a camera's own request, which may be a REDIRECT.
      if (status === 0 || (status >= 300 && status < 400)) throw new Error('led elsewhere');
      return Buffer.concat([Buffer.from(`${frame.head}\r\n\r\n`, 'latin1'), frame.body]);
    });
    camera.setTimeout(SILENCE_MS, end);
  });
}

/** Connects, signs in, and waits for ffmpeg. Throws 422 with what is wrong with the camera. */
export async function openRelay(target: Peer, url: URL, account: Account | null): Promise<Relay> {
  const camera = await dial(target);
  try {
    const login = await enter(camera, url.href, account);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    join(server, camera, url, login);
    const { port } = server.address() as { port: number };
    return {
      url: `rtsp://127.0.0.1:${port}${url.pathname}${url.search}`,
      close() {
        server.close();
        camera.destroy();
      },
    };
  } catch (error) {
    camera.destroy();
    throw error;
  }
}
