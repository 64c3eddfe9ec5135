/** RTSP to HLS by ffmpeg where this machine has it: never decoded, without sound, one process per camera while somebody looks. */
import { environment } from '../config.ts';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dependencies } from '../context.ts';
import { Refusal, refused } from '../errors.ts';
import { targetOf } from './camera-networks.ts';
import { openRelay, type Relay } from './rtsp-relay.ts';
import type { Account } from './rtsp-login.ts';

const IDLE_MS = 30_000;
const CHECK_MS = 5_000;
const FIRST_PICTURE_MS = 20_000;
export const PLAYLIST = 'index.m3u8';
export const isSegment = (name: string) => /^s\d{1,9}\.ts$/.test(name);

const known = new Map<string, boolean>();
/** Whether ffmpeg is there; asked once per path. */
export function canRemux(): boolean {
  const path = environment.ffmpeg();
  if (!known.has(path)) known.set(path, spawnSync(path, ['-version'], { stdio: 'ignore', timeout: 5000 }).status === 0);
  return known.get(path) as boolean;
}

interface Stream {
  folder: string;
  child: ChildProcess;
  relay: Relay;
  /** Monotonic ms of the last request for a part of it. */
  wantedAt: number;
  ended: boolean;
}

const streams = new Map<string, Promise<Stream>>();
const living = new Map<string, Stream>();
let watching: NodeJS.Timeout | undefined;

function end(key: string, stream: Stream): void {
  if (stream.ended) return;
  stream.ended = true;
  streams.delete(key);
  if (living.get(key) === stream) living.delete(key);
  stream.relay.close();
  stream.child.kill('SIGKILL');
  rmSync(stream.folder, { recursive: true, force: true });
}
// A process that exits by itself takes its children along; one that is killed closes the relay, without which ffmpeg has nothing to read.
process.once('exit', () => {
  for (const stream of living.values()) {
    stream.child.kill('SIGKILL');
    rmSync(stream.folder, { recursive: true, force: true });
  }
});

const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A folder of our own; what processes left that are no more is cleared away. */
function folderOf({ config }: Dependencies): string {
  const root = join(config.dataDir, 'streams');
  mkdirSync(root, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(root)) if (!alive(Number(name.split('-')[0]))) rmSync(join(root, name), { recursive: true, force: true });
  return mkdtempSync(join(root, `${process.pid}-`));
}

/** Fixed but for the address, which always begins with rtsp://127.0.0.1: there is nothing in it that could be an option. */
const BEFORE = '-hide_banner -nostdin -loglevel error -protocol_whitelist rtsp,rtp,tcp -rtsp_transport tcp -fflags nobuffer -i';
const AFTER = `-map 0:v:0 -an -c copy -f hls -hls_time 2 -hls_list_size 6 -hls_flags delete_segments+omit_endlist+temp_file -hls_segment_filename s%d.ts ${PLAYLIST}`;
const argumentsFor = (url: string) => [...BEFORE.split(' '), url, ...AFTER.split(' ')];

async function start(deps: Dependencies, key: string, address: string, account: Account | null): Promise<Stream> {
  if (streams.size >= environment.cameraStreams())
    throw new Refusal(503, '同时查看的摄像头太多，请稍后再试', null, { 'retry-after': '30' });
  const url = new URL(address);
  const relay = await openRelay(await targetOf(url), url, account);
  const folder = folderOf(deps);
  const child = spawn(environment.ffmpeg(), argumentsFor(relay.url), {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: false,
  });
  const stream: Stream = { folder, child, relay, wantedAt: performance.now(), ended: false };
  living.set(key, stream);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-500)));
  child.once('error', () => end(key, stream));
  child.once('exit', (code) => {
    if (!stream.ended) deps.log.warn({ code, said: said.replaceAll(/rtsp:\S+/g, 'rtsp:…') }, 'a camera stream ended');
    end(key, stream);
  });
  watching ??= setInterval(() => endIdle(performance.now()), CHECK_MS).unref();
  for (const until = performance.now() + FIRST_PICTURE_MS; performance.now() < until && !stream.ended; await sleep(100))
    if ((await readFile(join(folder, PLAYLIST), 'utf8').catch(() => '')).includes('.ts')) return stream;
  end(key, stream);
  throw new Refusal(502, '摄像头没有给出可以播放的画面，请确认它的编码是H.264');
}

/**
 * A file of the camera's running stream, which is started when there is none: the playlist or a segment; null when that segment is gone.
 * `key` names the camera and its settings. Throws 422, 502 or 503 with the reason.
 */
export async function remuxed(
  deps: Dependencies,
  key: string,
  address: string,
  account: Account | null,
  name: string,
): Promise<Buffer | null> {
  if (!canRemux()) throw refused('服务器没有安装ffmpeg，不能播放RTSP摄像头，请联系平台管理员');
  // Only a playlist starts it: a late request for a segment is no wish to look.
  let starting = streams.get(key);
  if (!starting) {
    if (name !== PLAYLIST) return null;
    starting = start(deps, key, address, account);
    streams.set(key, starting);
    starting.catch(() => streams.delete(key));
  }
  const stream = await starting;
  stream.wantedAt = performance.now();
  return readFile(join(stream.folder, name)).catch(() => null);
}

/** Ends the streams that nobody has asked for lately, at `now` in monotonic ms. */
export function endIdle(now: number): void {
  for (const [key, stream] of living) if (now - stream.wantedAt > IDLE_MS) end(key, stream);
}

/** Ends every stream of this process; tests and the server's end. */
export async function endStreams(): Promise<void> {
  for (const [key, starting] of streams) {
    const stream = await starting.catch(() => null);
    if (stream) end(key, stream);
  }
}
/** How many run. */
export const runningStreams = () => living.size;
