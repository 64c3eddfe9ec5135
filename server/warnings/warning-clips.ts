/** Recordings of alarms: which there are, one that staff give, and looking, which is an act as with a camera. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { warningClips as routes } from '#contract/warnings/warning-clips.ts';
import { clipStateLabels, clipStates, MOST_CLIPS } from '#contract/warnings/warning-clips.rules.ts';
import { instant } from '../db/instants.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../errors.ts';
import { noteLook } from '../devices/camera-access.ts';
import { playFile } from '../devices/camera-playback.ts';
import { issueTicket, readTicket } from '../devices/camera-tickets.ts';
import type { Handlers } from '../http/implement.ts';
import { sealFile } from '../files/file-keeping.ts';
import { writeLog } from '../http/operation-log.ts';
import { addClip, clipProblem, emergencyOfClip } from './clip-rows.ts';
import { readWarning } from './warning-rows.ts';
import { appendStep } from './warning-steps.ts';

const STREAM = '/warning/devicewarning/clip/stream';

export const warningClips: Handlers<typeof routes> = {
  async ofWarning({ warningId }, { tx }) {
    await readWarning(tx, warningId);
    return tx.rows<z.input<typeof routes.ofWarning.output>[number]>(sql`
      select c.id, c.at as time, coalesce(d.name, d.imei) as "deviceName", c.state, c.problem, c.next_at as "nextTime", c.size,
        encode(c.sha256, 'hex') as sha256, c.kept_at as "keptTime",
        (select u.name from users u where u.tenant_id = c.tenant_id and u.id = c.uploaded_by) as "uploadName",
        c.state = ${clipStates.failed} and c.address is not null as retriable
      from warning_clips c left join devices d on d.tenant_id = c.tenant_id and d.id = c.device_id
      where c.tenant_id = ${tx.tenantId} and c.warning_id = ${warningId} order by c.at, c.id`);
  },

  async add({ warningId, url }, context) {
    const { tx, session, deps } = context;
    await readWarning(tx, warningId);
    const held = await tx.row<{ count: number }>(
      sql`select count(*) as count from warning_clips where tenant_id = ${tx.tenantId} and warning_id = ${warningId}`,
    );
    if ((held?.count ?? 0) >= MOST_CLIPS) throw refused(`一条预警最多保存${MOST_CLIPS}段录像`);
    const file = await sealFile(tx, url.slice(url.lastIndexOf('/') + 1), session.userId);
    if (!file) throw invalid('录像文件不存在，请重新上传');
    const added = await addClip(tx, warningId, file, session.userId, deps.now());
    if (!added) throw conflict('这段录像已经上传过');
    await appendStep(tx, { warningId, kind: 'clip', note: '上传录像', by: session });
    await context.emit('warning.changed', { warningId });
    return added.id;
  },

  async retry({ id }, context) {
    const { tx, session, deps } = context;
    const again = await tx.row<{ warningId: number }>(sql`
      update warning_clips set state = ${clipStates.fetching}, attempts = 0, problem = null,
        next_at = ${instant(deps.now())}, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id} and state = ${clipStates.failed} and address is not null
      returning warning_id as "warningId"`);
    if (!again) {
      const clip = await tx.row<{ state: number }>(sql`select state from warning_clips where tenant_id = ${tx.tenantId} and id = ${id}`);
      if (!clip) throw notFound('预警录像');
      throw conflict(`不能重新获取：${clipStateLabels[clip.state]}`);
    }
    await appendStep(tx, { warningId: again.warningId, kind: 'clip', note: '重新获取录像', by: session });
    await context.emit('warning.changed', { warningId: again.warningId });
    return true;
  },

  async look({ id }, context) {
    const { tx, session, deps } = context;
    if (!session.permissions.has('warning_devicewarning_view')) throw forbidden();
    const clip = await tx.row<{ state: number; warningId: number; deviceId: number | null }>(
      sql`select state, warning_id as "warningId", device_id as "deviceId" from warning_clips
        where tenant_id = ${tx.tenantId} and id = ${id}`,
    );
    if (!clip) throw notFound('预警录像');
    if (clip.state !== clipStates.kept) throw refused(`不能查看：${clipStateLabels[clip.state]}`);
    const problem = await clipProblem(tx, id);
    const emergency = problem === null ? null : await emergencyOfClip(tx, id);
    if (problem !== null && emergency === null) throw forbidden(problem);
    const urgent = emergency !== null;
    const lookId = await noteLook(tx, session, {
      deviceId: clip.deviceId,
      clipId: id,
      emergency: urgent,
      warningId: emergency ?? clip.warningId,
    });
    const route = urgent ? { ...routes.look, summary: '紧急查看预警录像（未取得同意，有未关闭的SOS或跌倒预警）' } : routes.look;
    await writeLog(context, route, { id, warningId: emergency ?? clip.warningId }, 0);
    return {
      address: `${STREAM}/${issueTicket(deps.secrets, { tenantId: session.tenantId, deviceId: id, lookId }, deps.now(), 'clip')}`,
      emergency: urgent,
    };
  },

  async stream({ ticket: text }, { deps, request }) {
    const ticket = readTicket(deps.secrets, text, deps.now(), 'clip');
    if (!ticket) throw forbidden('录像地址已过期，请重新打开');
    const clip = await deps.inTenant(ticket.tenantId, (tx) =>
      tx.row<{ name: string; size: number }>(sql`
        select c.file_name as name, c.size from warning_clips c join camera_looks l on l.tenant_id = c.tenant_id and l.clip_id = c.id
          and l.id = ${ticket.lookId}
        where c.tenant_id = ${ticket.tenantId} and c.id = ${ticket.deviceId} and c.state = ${clipStates.kept}`),
    );
    if (!clip) throw notFound('录像');
    return playFile(deps, clip.name, clip.size, [request.headers.range].flat()[0]);
  },
};
