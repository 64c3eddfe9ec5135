/** Skill groups. */
import { overflows, callGroups as routes } from '#contract/calls/call-groups.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import { conflict, invalid, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { contains, equals, lockOne, merged, reads, writes, type ListOf } from '../lists/crud.ts';
import { needSounds } from './call-sounds.ts';
import { asJson } from './json-fields.ts';

const own = { table: 'call_groups', noun: '技能组' } as const;
const fields = {
  name: 'name',
  code: 'code',
  strategy: 'strategy',
  mostWaiting: 'most_waiting',
  mostSeconds: 'most_seconds',
  overflow: 'overflow',
  overflowGroupId: 'overflow_group_id',
  overflowNumber: 'overflow_number',
  hours: 'hours',
  holidays: 'holidays',
  positionTold: 'position_told',
  positionSeconds: 'position_seconds',
  callbackOffered: 'callback_offered',
  callbackKeeps: 'callback_keeps',
  recorded: 'recorded',
  musicId: 'music_id',
  levelSeconds: 'level_seconds',
  shortSeconds: 'short_seconds',
  enabled: 'enabled',
  externalId: 'external_id',
  remarks: 'remarks',
} as const;

const list: ListOf<typeof routes.page, 'call_groups'> = {
  ...own,
  columns: {
    id: 'id',
    ...fields,
    overflowGroupName: () =>
      sql`(select g.name from call_groups g where g.tenant_id = call_groups.tenant_id and g.id = call_groups.overflow_group_id)`,
    seatCount: () =>
      sql`(select count(*)::integer from call_seat_groups s where s.tenant_id = call_groups.tenant_id and s.group_id = call_groups.id)`,
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), code: contains('code'), enabled: equals('enabled') },
  sorts: { name: 'name', code: 'code' },
};

const written = writes({ ...own, fields });

const refusals = {
  call_groups_tenant_id_code_key: conflict('技能组编码已存在'),
  call_groups_tenant_id_overflow_group_id_fkey: refused('溢出技能组不存在'),
};
const used = refused('技能组有通话记录或被其他技能组引用，不能删除，请停用');

type Form = z.output<typeof routes.create.input>;

/** Where calls overflow to must be there, and must not lead back to the group itself. */
async function check(
  { tx }: Context,
  id: number | null,
  form: Pick<Form, 'overflow' | 'overflowGroupId' | 'overflowNumber' | 'musicId'>,
): Promise<void> {
  await needSounds(tx, [form.musicId]);
  if (form.overflow === overflows.number && !/^\+?\d{3,20}$/.test(form.overflowNumber)) throw invalid('请输入溢出号码，3至20位数字');
  if (form.overflow !== overflows.group) return;
  if (!form.overflowGroupId) throw invalid('请选择溢出技能组');
  const way = await tx.rows<{ id: number }>(sql`with recursive way as (
      select id, overflow_group_id, overflow, 1 as step from call_groups where tenant_id = ${tx.tenantId} and id = ${form.overflowGroupId}
      union all
      select g.id, g.overflow_group_id, g.overflow, way.step + 1 from way
        join call_groups g on g.tenant_id = ${tx.tenantId} and g.id = way.overflow_group_id
        where way.overflow = ${overflows.group} and way.step < 50)
    select id from way`);
  if (id !== null && way.some((group) => group.id === id)) throw refused('溢出技能组最终又转回本组，请另选');
}

export const callGroups: Handlers<typeof routes> = {
  ...reads(list),
  async create(form, context) {
    await check(context, null, form);
    return explaining(refusals, written.create(asJson(form, 'hours'), context));
  },
  async update(form, context) {
    const before = await lockOne(list, form.id, context);
    await check(context, form.id, merged(before, form));
    return explaining(refusals, written.update(asJson(form, 'hours'), context));
  },
  remove: (input, context) =>
    explaining(
      {
        calls_tenant_id_group_id_fkey: used,
        call_waits_tenant_id_group_id_fkey: used,
        call_seat_spans_tenant_id_group_id_fkey: used,
        call_groups_tenant_id_overflow_group_id_fkey: used,
      },
      written.remove(input, context),
    ),
};
