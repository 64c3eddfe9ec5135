/** The institution's own rules as staff make them. The ingest hears of every change; where somebody stands is then found out anew. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { ruleProblem } from '#contract/warnings/condition-texts.rules.ts';
import { conditionsOf, signalOf, signals, type Sample } from '#contract/warnings/conditions.rules.ts';
import type { conditionRules as routes } from '#contract/warnings/condition-rules.ts';
import { explaining } from '../db/constraints.ts';
import type { Work } from '../context.ts';
import { contains, equals, lockOne, merged, reads, writes, type ListOf } from '../lists/crud.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { judgeConditions, liveRules, partOf } from './condition-states.ts';
import { trial } from './condition-trials.ts';
import { clearWarning } from './raise.ts';

const own = { table: 'condition_rules', noun: '条件规则' } as const;
const named = (table: 'departments' | 'people', scope: number) => sql`when condition_rules.scope = ${sql.lit(scope)} then (
  select json_agg(json_build_object('id', o.id, 'name', o.name) order by o.id) from ${sql.table(table)} o
  where o.tenant_id = condition_rules.tenant_id and o.id = any(condition_rules.scope_ids))`;

const list: ListOf<typeof routes.page, 'condition_rules'> = {
  ...own,
  columns: {
    id: 'id',
    name: 'name',
    severity: 'severity',
    every: 'every',
    groups: 'groups',
    windows: 'windows',
    scope: 'scope',
    scopeIds: 'scope_ids',
    scopeNames: () => sql`coalesce(case ${named('departments', 2)} ${named('people', 3)} end, '[]')`,
    validMinutes: 'valid_minutes',
    content: 'content',
    enabled: 'enabled',
    remarks: 'remarks',
    active: () =>
      sql`(select count(*)::integer from condition_states s where s.tenant_id = condition_rules.tenant_id and s.rule_id = condition_rules.id
        and s.active)`,
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), enabled: equals('enabled') },
  sorts: { name: 'name', severity: 'severity' },
};
const reading = reads(list);
const fields = {
  name: 'name',
  severity: 'severity',
  every: 'every',
  groups: 'groups',
  windows: 'windows',
  scope: 'scope',
  scopeIds: 'scope_ids',
  validMinutes: 'valid_minutes',
  content: 'content',
  enabled: 'enabled',
  remarks: 'remarks',
} as const;
const plain = writes({ ...own, fields, stamp: (session) => ({ created_by: session.userId }) });
const refusals = { condition_rules_tenant_id_name_key: conflict('已有同名的条件规则') };

type Form = z.output<typeof routes.create.input>;

/** The columns of a form; refuses what could never hold, and people or departments that are not there. */
async function columnsOf({ groups, windows, scopeIds, ...form }: Form, { tx }: Work): Promise<object> {
  const problem = ruleProblem({ ...form, groups, windows });
  if (problem) throw refused(problem);
  const ids = form.scope === 1 ? [] : [...new Set(scopeIds)];
  if (form.scope !== 1) {
    if (ids.length === 0) throw refused(form.scope === 2 ? '请选择部门' : '请选择服务对象');
    const table = form.scope === 2 ? sql`departments where true` : sql`people where deleted_at is null`;
    const found = await tx.rows(sql`select id from ${table} and tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[])`);
    if (found.length < ids.length) throw refused(form.scope === 2 ? '部门不存在' : '服务对象不存在');
  }
  return { ...form, groups: JSON.stringify(groups), windows: JSON.stringify(windows), scopeIds: ids };
}

/** What a rule that is changed, stopped or removed had raised is over. */
async function forget({ tx, deps }: Work, ruleId: number, note: string): Promise<void> {
  const people = await tx.rows<{ id: number }>(
    sql`select person_id as id from condition_states where tenant_id = ${tx.tenantId} and rule_id = ${ruleId} and active order by 1`,
  );
  for (const { id } of people) await clearWarning(tx, deps, 'condition', { personId: id, part: partOf(ruleId) }, note);
  await tx.run(sql`delete from condition_states where tenant_id = ${tx.tenantId} and rule_id = ${ruleId}`);
}

/** Situations that began before the rule was there are not told of again: they are looked up. Values come by themselves. */
async function begin({ tx, deps }: Work, ruleId: number): Promise<void> {
  const [rule] = await liveRules(tx, [ruleId]);
  if (!rule) return;
  const wanted = new Set(conditionsOf(rule).map(signalOf));
  const heard = new Map<number, Sample[]>();
  const look = async (signal: number, query: ReturnType<typeof sql>) => {
    if (!wanted.has(signal)) return;
    for (const { id } of await tx.rows<{ id: number }>(query as never))
      heard.set(id, [...(heard.get(id) ?? []), { signal, at: deps.now(), device: null, value: 1 }]);
  };
  await look(
    signals.offline,
    sql`select distinct d.person_id as id from devices d join device_silences q on q.tenant_id = d.tenant_id and q.device_id = d.id
      where d.tenant_id = ${tx.tenantId} and d.person_id is not null and d.enabled and d.deleted_at is null`,
  );
  await look(
    signals.fence,
    sql`select distinct d.person_id as id from devices d join fence_states f on f.tenant_id = d.tenant_id and f.device_id = d.id
      where d.tenant_id = ${tx.tenantId} and d.person_id is not null and f.state ->> 'place' = '2'`,
  );
  await look(signals.quiet, sql`select person_id as id from life_states where tenant_id = ${tx.tenantId} and stage > 0`);
  await judgeConditions(
    tx,
    deps,
    [...heard].map(([personId, samples]) => ({ personId, samples })),
    [ruleId],
  );
}

export const conditionRules: Handlers<typeof routes> = {
  ...reading,

  async create(input, context) {
    const id = await explaining(refusals, plain.create(await columnsOf(input, context), context));
    await begin(context, id);
    await context.emit('condition.changed', { ruleId: id });
    return id;
  },

  async update(input, context) {
    const { id, version, ...form } = input;
    const now = merged((await lockOne(list, id, context)) as Form, form);
    await explaining(refusals, plain.update({ ...(await columnsOf(now, context)), id, version }, context));
    await forget(context, id, now.enabled ? '条件规则已修改，重新判断' : '条件规则已停用');
    await begin(context, id);
    await context.emit('condition.changed', { ruleId: id });
    return true;
  },

  async remove({ id }, context) {
    await reading.get({ id }, context);
    await forget(context, id, '条件规则已删除');
    await plain.remove({ id }, context);
    await context.emit('condition.changed', { ruleId: id });
    return true;
  },

  trial,
};
