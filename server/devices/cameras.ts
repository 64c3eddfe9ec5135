/** Cameras: their settings, what residents agreed to, and looking. The picture itself is in camera-playback.ts. */
import { dayOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { cameras as routes } from '#contract/devices/cameras.ts';
import type { Context, Work } from '../context.ts';
import { lookup } from '../lists/columns.ts';
import { readOne, reads, equals, type ListOf } from '../lists/crud.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../errors.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import type { Handlers } from '../http/implement.ts';
import { writeLog } from '../http/operation-log.ts';
import { seal } from '../db/sealed.ts';
import { consentProblem, emergencyOf, noteLook, passwordPlace, residentsOf } from './camera-access.ts';
import { play } from './camera-playback.ts';
import { issueTicket } from './camera-tickets.ts';
import { deviceRows } from './device-rows.ts';
import { canRemux } from './remux.ts';

const looks: ListOf<typeof routes.looks, 'camera_looks'> = {
  table: 'camera_looks',
  noun: '查看记录',
  columns: {
    id: 'id',
    userName: 'user_name',
    emergency: 'emergency',
    warningId: 'warning_id',
    recording: () => sql`clip_id is not null`,
    startTime: 'started_at',
    lastTime: 'last_at',
  },
  filters: { deviceId: equals('device_id') },
  order: 'id',
};

const consents: ListOf<typeof routes.consents, 'camera_consents'> = {
  table: 'camera_consents',
  noun: '同意记录',
  columns: {
    id: 'id',
    given: 'given',
    saidDate: 'said_on',
    note: 'note',
    recordName: lookup('users', 'name', 'camera_consents.recorded_by'),
    createTime: 'created_at',
  },
  filters: { oldmanId: equals('person_id') },
  order: 'id',
};

interface Settings {
  source: 'hls' | 'rtsp' | 'clip';
  address: string | null;
  username: string | null;
  hasPassword: boolean;
  clip: string | null;
  place: string | null;
  version: number;
}

async function needWarning(tx: Tx, id: number): Promise<void> {
  if (!(await tx.row(sql`select 1 from warnings where tenant_id = ${tx.tenantId} and id = ${id}`))) throw notFound('预警');
}

/** A camera that the session sees in the ledger. Throws 404. */
async function cameraOf(context: Context, id: number): Promise<{ roomName: string | null; enabled: boolean }> {
  const device = await readOne(deviceRows(context.session), id, context);
  if (device.type !== 'camera') throw notFound('摄像头');
  return device;
}

const settingsOf = (tx: Tx, id: number) =>
  tx.row<Settings>(sql`select source, address, username, password_cipher is not null as "hasPassword", clip, place, version
    from cameras where tenant_id = ${tx.tenantId} and device_id = ${id}`);

/** The cameras of a warning's device, room, or of the room where its person lives. */
const atWarning = (tx: Tx, warningId: number) =>
  tx.rows<{ id: number; name: string; place: string | null }>(sql`
    select d.id, coalesce(d.name, d.imei) as name, coalesce(c.place, app.place_text(r.building, r.floor, r.name, null)) as place
    from warnings w
      join devices d on d.tenant_id = w.tenant_id and d.type = 'camera' and d.enabled and d.deleted_at is null
      join cameras c on c.tenant_id = d.tenant_id and c.device_id = d.id
      left join rooms r on r.tenant_id = d.tenant_id and r.id = d.room_id
    where w.tenant_id = ${tx.tenantId} and w.id = ${warningId} and (d.id = w.device_id or d.room_id = w.room_id or d.person_id = w.person_id
      or d.room_id = (select b.room_id from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
      where p.tenant_id = w.tenant_id and p.id = w.person_id))
    order by d.id limit 10`);

/** Refuses what the residents have not agreed to, unless an alarm is open. Gives that alarm when it was needed. */
async function admit(tx: Tx, deviceId: number): Promise<number | null> {
  const problem = consentProblem(await residentsOf(tx, deviceId));
  if (problem === null) return null;
  const emergency = await emergencyOf(tx, deviceId);
  if (emergency === null) throw forbidden(problem);
  return emergency;
}

async function playing({ tx, deps }: Work, deviceId: number, lookId: number, emergency: boolean) {
  const settings = await settingsOf(tx, deviceId);
  if (!settings) throw refused('摄像头还没有设置画面来源');
  if (settings.source === 'rtsp' && !canRemux()) throw refused('服务器没有安装ffmpeg，不能播放RTSP摄像头，请联系平台管理员');
  const ticket = issueTicket(deps.secrets, { tenantId: tx.tenantId, deviceId, lookId }, deps.now());
  return {
    lookId,
    ticket,
    address: `/tenant-device/camera/stream/${ticket}`,
    kind: settings.source === 'clip' ? ('clip' as const) : ('hls' as const),
    emergency,
  };
}

export const cameras: Handlers<typeof routes> = {
  async get({ id }, context) {
    const { tx, session } = context;
    const { roomName } = await cameraOf(context, id);
    const settings = await settingsOf(tx, id);
    const residents = await residentsOf(tx, id);
    const refusal = consentProblem(residents);
    const none = { source: null, address: null, username: null, hasPassword: false, clip: null, place: null, version: null };
    const editor = session.permissions.has(routes.save.access);
    return {
      id,
      roomName,
      residents,
      refusal,
      emergencyId: refusal === null ? null : await emergencyOf(tx, id),
      remux: canRemux(),
      ...none,
      ...settings,
      ...(editor ? {} : { address: null, username: null }),
    };
  },

  async save({ id, source, address = null, username = null, password, clip = null, place = null, version }, context) {
    const { tx, session, deps } = context;
    await cameraOf(context, id);
    const before = await tx.row<Pick<Settings, 'address' | 'version'>>(
      sql`select address, version from cameras where tenant_id = ${tx.tenantId} and device_id = ${id} for update`,
    );
    if (before && version !== undefined && version !== before.version)
      throw conflict('摄像头设置已被他人修改，请刷新后重试', { version: before.version });
    const kept = source === 'clip' ? null : address;
    if (source === 'clip') {
      const [, name] = /\/([^/]+)$/.exec(clip ?? '') ?? [];
      const file = await tx.row(sql`select 1 from files where tenant_id = ${tx.tenantId} and name = ${name ?? ''} and deleted_at is null`);
      if (!file) throw invalid('录像文件不存在，请重新上传');
    }
    // A password is for the address that it was given for: whoever changes the address must know it.
    const forgets = password === '' || source === 'clip' || (password === undefined && before !== undefined && before.address !== kept);
    const sealed = password && !forgets ? seal(deps.secrets, passwordPlace(tx.tenantId, id), password) : null;
    await tx.run(sql`
      insert into cameras (tenant_id, device_id, source, address, username, password_cipher, clip, place, updated_by)
      values (${tx.tenantId}, ${id}, ${source}, ${kept}, ${source === 'clip' ? null : username}, ${sealed},
        ${source === 'clip' ? clip : null}, ${place}, ${session.userId})
      on conflict (tenant_id, device_id) do update set source = excluded.source, address = excluded.address, username = excluded.username,
        password_cipher = case when ${forgets} or ${sealed !== null} then excluded.password_cipher else cameras.password_cipher end,
        clip = excluded.clip, place = excluded.place, updated_by = excluded.updated_by, updated_at = now(), version = cameras.version + 1`);
    await context.emit('device.changed', { deviceId: id });
    return true;
  },

  async look({ id, warningId }, context) {
    const { tx, session } = context;
    if (warningId === undefined) {
      const { enabled } = await cameraOf(context, id);
      if (!enabled) throw refused('摄像头已停用');
    } else {
      // Whoever handles a warning sees the place it comes from, whatever else of the ledger is shown to them.
      if (!session.permissions.has('warning_devicewarning_view')) throw forbidden();
      await needWarning(tx, warningId);
      if (!(await atWarning(tx, warningId)).some((one) => one.id === id)) throw notFound('摄像头');
    }
    const emergency = await admit(tx, id);
    const lookId = await noteLook(tx, session, {
      deviceId: id,
      clipId: null,
      emergency: emergency !== null,
      warningId: emergency ?? warningId ?? null,
    });
    const answer = await playing(context, id, lookId, emergency !== null);
    const route = emergency === null ? routes.look : { ...routes.look, summary: '紧急查看摄像头（未取得同意，有未关闭的SOS或跌倒预警）' };
    await writeLog(
      context,
      route,
      { id, ...(emergency === null && warningId === undefined ? {} : { warningId: emergency ?? warningId }) },
      0,
    );
    return answer;
  },

  async renew({ lookId }, context) {
    const { tx, session } = context;
    const look = await tx.row<{ deviceId: number; emergency: boolean }>(sql`
      update camera_looks l set last_at = now() from devices d
      where l.tenant_id = ${tx.tenantId} and l.id = ${lookId} and l.clip_id is null
        and l.user_id = ${session.userId} and l.last_at > now() - interval '10 minutes'
        and d.tenant_id = l.tenant_id and d.id = l.device_id and d.enabled and d.deleted_at is null
      returning l.device_id as "deviceId", l.emergency`);
    if (!look) throw notFound('查看记录');
    // An ordinary look does not silently become an emergency: that is a look of its own.
    const emergency = await admit(tx, look.deviceId);
    if (emergency !== null && !look.emergency) throw forbidden('有人撤回了同意，请重新打开画面');
    return playing(context, look.deviceId, lookId, look.emergency);
  },

  async looks(input, context) {
    await cameraOf(context, input.deviceId);
    return reads(looks).page(input, context);
  },

  async ofWarning({ warningId }, { tx, session }) {
    if (!session.permissions.has('warning_devicewarning_view')) throw forbidden();
    await needWarning(tx, warningId);
    return atWarning(tx, warningId);
  },

  async consents(input, context) {
    await readOne(peopleRows(context.session), input.oldmanId, context);
    return reads(consents).page(input, context);
  },

  async consent({ oldmanId, given, saidDate, note = null }, context) {
    const { tx, session, deps } = context;
    await readOne(peopleRows(session), oldmanId, context);
    const today = dayOf(deps.now());
    if (saidDate > today) throw invalid('表示意见的日期不能晚于今天');
    await tx.run(
      sql`insert into camera_consents (tenant_id, person_id, given, said_on, note, recorded_by)
        values (${tx.tenantId}, ${oldmanId}, ${given}, ${saidDate}, ${note}, ${session.userId})`,
    );
    return true;
  },

  stream: play,
};
