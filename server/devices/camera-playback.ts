/** The picture through our server: a playlist rewritten, its parts, or a clip by ranges. The ticket has judged who looks. */
import { sql } from 'kysely';
import { extname } from 'node:path';
import type { cameras as routes } from '#contract/devices/cameras.ts';
import type { Context, Dependencies, Reply } from '../context.ts';
import { forbidden, notFound, Refusal } from '../errors.ts';
import type { Handler } from '../http/implement.ts';
import { storeOf } from '../files/file-store.ts';
import { unseal } from '../db/sealed.ts';
import { passwordPlace } from './camera-access.ts';
import { fetchPart, readText } from './camera-fetch.ts';
import { partAddress, partOf, readTicket, type Ticket } from './camera-tickets.ts';
import { isPlaylist, rewritePlaylist } from './playlists.ts';
import { isSegment, PLAYLIST, remuxed } from './remux.ts';

interface Source {
  source: 'hls' | 'rtsp' | 'clip';
  address: string | null;
  username: string | null;
  password: Buffer | null;
  clip: string | null;
  version: number;
  size: number | null;
}

const HEADERS = { 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; sandbox" };
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
/** What a camera's part may be called; anything else is bytes. */
const TYPES: Record<string, string> = {
  '.ts': 'video/mp2t',
  '.m4s': 'video/iso.segment',
  '.mp4': 'video/mp4',
  '.aac': 'audio/aac',
  '.vtt': 'text/vtt',
};
const typeOf = (url: URL) => TYPES[extname(url.pathname).toLowerCase()] ?? 'application/octet-stream';

const sourceOf = (deps: Dependencies, { tenantId, deviceId, lookId }: Ticket) =>
  deps.inTenant(tenantId, (tx) =>
    tx.row<Source>(sql`
      select c.source, c.address, c.username, c.password_cipher as password, c.clip, c.version,
        (select f.size from files f where f.tenant_id = c.tenant_id and f.name = substring(c.clip from '[^/]+$')
          and f.deleted_at is null) as size
      from cameras c join devices d on d.tenant_id = c.tenant_id and d.id = c.device_id and d.enabled and d.deleted_at is null
        join camera_looks l on l.tenant_id = c.tenant_id and l.device_id = c.device_id and l.id = ${lookId}
      where c.tenant_id = ${tenantId} and c.device_id = ${deviceId}`),
  );

const passwordOf = ({ secrets }: Dependencies, { tenantId, deviceId }: Ticket, { username, password }: Source) =>
  username === null && password === null
    ? null
    : { username: username ?? '', password: password ? unseal(secrets, passwordPlace(tenantId, deviceId), password) : '' };

/** A kept recording, or the part that the header `range` asks for. Throws 404 or 416. */
export async function playFile(deps: Dependencies, name: string | null, size: number | null, header: string | undefined): Promise<Reply> {
  if (name === null || size === null) throw notFound('录像');
  const match = /^bytes=(\d{1,12})-(\d{0,12})$/.exec(header ?? '');
  const start = match ? Number(match[1]) : 0;
  const end = Math.min(size - 1, match?.[2] ? Number(match[2]) : size - 1);
  if (start > end) throw new Refusal(416, '请求的范围超出文件大小', null, { 'content-range': `bytes */${size}` });
  const body = await storeOf(deps.config).get(name, { start, end });
  if (!body) throw notFound('录像');
  return {
    status: match ? 206 : 200,
    headers: {
      ...HEADERS,
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': String(end - start + 1),
      ...(match ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    },
    body,
  };
}

export const play: Handler<typeof routes.stream> = async ({ ticket: text, u, s }, { deps, request }: Context): Promise<Reply> => {
  const ticket = readTicket(deps.secrets, text, deps.now());
  if (!ticket) throw forbidden('画面地址已过期，请重新打开');
  const camera = await sourceOf(deps, ticket);
  if (!camera) throw notFound('摄像头');
  const range = [request.headers.range].flat()[0];
  if (camera.source === 'clip') return playFile(deps, camera.clip?.slice(camera.clip.lastIndexOf('/') + 1) ?? null, camera.size, range);
  const named = u === undefined ? undefined : partOf(deps.secrets, ticket, u, s);
  if (named === null) throw forbidden('画面地址不正确');
  const account = passwordOf(deps, ticket, camera);
  const partly = (url: string) => partAddress(deps.secrets, ticket, text, url);
  const root = new URL(camera.address as string);

  if (camera.source === 'rtsp') {
    const name = named ?? PLAYLIST;
    if (name !== PLAYLIST && !isSegment(name)) throw notFound('画面');
    const bytes = await remuxed(deps, `${ticket.tenantId}:${ticket.deviceId}:${camera.version}`, root.href, account, name);
    if (!bytes) throw notFound('画面');
    if (name !== PLAYLIST) return { headers: { ...HEADERS, 'content-type': 'video/mp2t' }, body: bytes };
    const lines = bytes
      .toString('utf8')
      .split('\n')
      .map((line) => (isSegment(line.trim()) ? partly(line.trim()) : line));
    return { headers: { ...HEADERS, 'content-type': PLAYLIST_TYPE }, body: lines.join('\n') };
  }

  const url = named === undefined ? root : new URL(named);
  const part = await fetchPart(url, {
    account: account && url.origin === root.origin ? `${account.username}:${account.password}` : undefined,
    range,
  });
  if (named === undefined || /mpegurl/i.test(part.type) || /\.m3u8?$/i.test(url.pathname)) {
    const body = await readText(part);
    if (!isPlaylist(body)) throw new Refusal(502, '摄像头的地址给出的不是HLS画面，请核对地址');
    return { headers: { ...HEADERS, 'content-type': PLAYLIST_TYPE }, body: rewritePlaylist(body, url.href, partly) };
  }
  return {
    status: part.status,
    headers: {
      ...HEADERS,
      'content-type': typeOf(url),
      ...(part.length ? { 'content-length': part.length } : {}),
      ...(part.range ? { 'content-range': part.range } : {}),
    },
    body: part.body,
  };
};
