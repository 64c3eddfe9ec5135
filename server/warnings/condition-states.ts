/**
 * Where people stand in the institution's own rules, and the warnings that follow:
 * stepped and judged in one transaction with the state they leave.
 */
import { dayOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { contentOf, holdingText } from '#contract/warnings/condition-texts.rules.ts';
import {
  AGAIN_MS,
  actionOf,
  conditionsOf,
  correctRule,
  evaluate,
  nextDue,
  signalOf,
  stepRule,
  unknownRule,
  type ConditionRule,
  type RuleState,
  type Sample,
} from '#contract/warnings/conditions.rules.ts';
import type { Limits } from '#contract/health/thresholds.rules.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { limitsOf } from '../health/limits.ts';
import { clearWarning, raiseWarning } from './raise.ts';

export interface LiveRule extends ConditionRule {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly severity: number;
  readonly content: string;
  readonly scope: number;
  readonly scopeIds: readonly number[];
}

export interface Subject {
  readonly id: number;
  readonly name: string;
  readonly status: number;
  readonly departmentId: number | null;
}

const IN_CARE = 1;
const MOST = 500;
/** Somebody who is away is looked at again after so long: they may be back. */
const AWAY_AGAIN = 10 * 60_000;

/** The enabled rules of the tenant; `ids` null means all. */
export const liveRules = (tx: Tx, ids: readonly number[] | null = null) =>
  tx.rows<LiveRule>(sql`
    select id, version, name, severity, every, groups, windows, scope, scope_ids as "scopeIds", valid_minutes as "validMinutes",
      content from condition_rules
    where tenant_id = ${tx.tenantId} and enabled and (${ids}::bigint[] is null or id = any(${ids}::bigint[])) order by id`);

export const subjectsOf = (tx: Tx, ids: readonly number[]) =>
  tx.rows<Subject>(
    sql`select id, name, status, department_id as "departmentId" from people where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[])
      and deleted_at is null order by id`,
  );

export const appliesTo = ({ scope, scopeIds }: Pick<LiveRule, 'scope' | 'scopeIds'>, { id, departmentId }: Subject): boolean =>
  scope === 1 || (scope === 3 ? scopeIds.includes(id) : departmentId !== null && scopeIds.includes(departmentId));

export const partOf = (ruleId: number) => `/c${ruleId}`;

export interface Stood {
  rule_id: number;
  person_id: number;
  version: number;
  /** Empty until the rule was judged for the person. */
  state: { raisedAt: number | null; conditions: RuleState } | { raisedAt?: undefined; conditions?: undefined };
}

/** What counts of a row for a rule as it is now: one that was changed since begins anew. */
export const standOf = (rule: LiveRule, row: Stood | undefined) =>
  row?.version === rule.version && row.state.conditions ? row.state : { raisedAt: null, conditions: unknownRule(rule) };

async function lockStates(tx: Tx, pairs: readonly (readonly [ruleId: number, personId: number])[]): Promise<Map<string, Stood>> {
  const of = sql`unnest(${pairs.map(([rule]) => rule)}::bigint[], ${pairs.map(([, person]) => person)}::bigint[]) as n (rule_id,
    person_id)`;
  await tx.run(sql`insert into condition_states (tenant_id, rule_id, person_id, version, state)
    select ${tx.tenantId}, n.rule_id, n.person_id, 0, '{}' from ${of} order by 3, 2 on conflict do nothing`);
  const rows = await tx.rows<Stood>(sql`
    select s.rule_id, s.person_id, s.version, s.state from condition_states s join ${of} on s.rule_id = n.rule_id
      and s.person_id = n.person_id
    where s.tenant_id = ${tx.tenantId} order by s.person_id, s.rule_id for update of s`);
  return new Map(rows.map((row) => [`${row.rule_id}:${row.person_id}`, row]));
}

/** When something in force is told again although nothing comes; null when nobody will know by then. */
function againAt(rule: LiveRule, conditions: RuleState, raisedAt: number, at: number): number | null {
  const again = raisedAt + AGAIN_MS > at ? raisedAt + AGAIN_MS : at + AGAIN_MS;
  return evaluate(rule, conditions, again).truth === true ? again : null;
}

/** Raises, repeats or clears as the state says at `at`, and writes it with the moment at which it has to be looked at again. */
async function settle(
  tx: Tx,
  deps: Dependencies,
  rule: LiveRule,
  person: Subject,
  conditions: RuleState,
  raisedAt: number | null,
  at: number,
  note = '条件不再成立',
): Promise<void> {
  const action = actionOf(rule, conditions, raisedAt, at);
  const away = person.status !== IN_CARE;
  const told = !away && (action === 'raise' || action === 'repeat');
  const part = partOf(rule.id);
  if (told) {
    const { each } = evaluate(rule, conditions, at);
    const since = Math.min(at, ...conditions.flatMap((held, index) => (each[index] === true && held?.since ? [held.since] : [])));
    const text = {
      name: person.name,
      rule: rule.name,
      holding: holdingText(rule, conditions, each),
      minutes: Math.floor((at - since) / 60_000),
    };
    await raiseWarning(tx, deps, {
      rule: 'condition',
      deviceId: null,
      personId: person.id,
      code: 'condition',
      at,
      late: false,
      place: null,
      severity: rule.severity,
      content: contentOf(rule.content, text) || rule.name,
      part,
      title: rule.name,
      conditionRuleId: rule.id,
    });
  } else if (action === 'clear') await clearWarning(tx, deps, 'condition', { personId: person.id, part }, note);
  const raised = told ? at : action === 'clear' ? null : raisedAt;
  const due =
    raised !== null ? againAt(rule, conditions, raised, at) : action === 'raise' ? at + AWAY_AGAIN : nextDue(rule, conditions, at);
  await tx.run(sql`
    update condition_states set version = ${rule.version}, state = ${JSON.stringify({ raisedAt: raised, conditions })}::jsonb,
      active = ${raised !== null},
      next_due_at = ${instant(due)}
    where tenant_id = ${tx.tenantId} and rule_id = ${rule.id} and person_id = ${person.id}`);
}

export interface Heard {
  personId: number;
  samples: readonly Sample[];
}

/** Takes samples of people into the rules that they concern. A tenant without rules costs one statement. */
export async function judgeConditions(
  tx: Tx,
  deps: Dependencies,
  all: readonly Heard[],
  only: readonly number[] | null = null,
): Promise<void> {
  const rules = await liveRules(tx, only);
  if (rules.length === 0 || all.length === 0) return;
  const heard = new Map<number, Sample[]>();
  for (const { personId, samples } of all) heard.set(personId, [...(heard.get(personId) ?? []), ...samples]);
  const people = await subjectsOf(tx, [...heard.keys()]);
  const concerned = people.flatMap((person) => {
    const told = new Set(heard.get(person.id)?.map(({ signal }) => signal));
    return rules
      .filter((rule) => appliesTo(rule, person) && conditionsOf(rule).some((one) => told.has(signalOf(one))))
      .map((rule) => ({ rule, person }));
  });
  if (concerned.length === 0) return;
  const states = await lockStates(
    tx,
    concerned.map(({ rule, person }) => [rule.id, person.id]),
  );
  const limits = rules.some((rule) => conditionsOf(rule).some(({ kind }) => kind === 'level'))
    ? await limitsOf(
        tx,
        people.map(({ id }) => id),
        dayOf(deps.now()),
      )
    : new Map<number, ReadonlyMap<number, Limits>>();
  for (const { rule, person } of concerned) {
    const samples = (heard.get(person.id) as Sample[]).toSorted((a, b) => a.at - b.at);
    const { raisedAt, conditions } = standOf(rule, states.get(`${rule.id}:${person.id}`));
    let state = conditions;
    for (const sample of samples) state = stepRule(rule, state, sample, limits.get(person.id) ?? new Map()).state;
    await settle(tx, deps, rule, person, state, raisedAt, Math.max(deps.now(), samples.at(-1)?.at ?? 0));
  }
}

/** A situation of one person, at the process's clock: `signal` of contract/warnings/conditions.rules.ts. */
export const judgeSituation = (tx: Tx, deps: Dependencies, personId: number, signal: number, on: boolean) =>
  judgeConditions(tx, deps, [{ personId, samples: [{ signal, at: deps.now(), device: null, value: on ? 1 : 0 }] }]);

/** A value that was taken in is taken for another, or with null for none: what it alone caused is taken back. */
export async function correctConditions(
  tx: Tx,
  deps: Dependencies,
  {
    personId,
    metric,
    deviceId,
    at,
    value,
    note,
  }: { personId: number; metric: number; deviceId: number | null; at: number; value: number | null; note: string },
): Promise<void> {
  const [person] = await subjectsOf(tx, [personId]);
  const rules = person
    ? (await liveRules(tx)).filter((rule) => appliesTo(rule, person) && conditionsOf(rule).some((one) => signalOf(one) === metric))
    : [];
  if (!person || rules.length === 0) return;
  const states = await lockStates(
    tx,
    rules.map(({ id }) => [id, personId]),
  );
  const limits = (await limitsOf(tx, [personId], dayOf(deps.now()))).get(personId) ?? new Map();
  for (const rule of rules) {
    const { raisedAt, conditions } = standOf(rule, states.get(`${rule.id}:${personId}`));
    const next = correctRule(rule, conditions, { signal: metric, at, device: deviceId, value }, limits);
    if (!next) continue;
    const still = evaluate(rule, next, deps.now()).truth;
    const taken = raisedAt !== null && still === null && evaluate(rule, conditions, deps.now()).truth === true;
    // Nothing speaks for it any more: what is not known any more ends it here, because it was never true.
    if (taken) await clearWarning(tx, deps, 'condition', { personId, part: partOf(rule.id) }, note);
    await settle(tx, deps, rule, person, next, taken ? null : raisedAt, deps.now(), note);
  }
}

/** Looks at what may hold by now without anything new, each taken by one process only. Gives how many. */
export async function sweepConditions(tx: Tx, deps: Dependencies, now: number): Promise<number> {
  const due = await tx.rows<Stood>(sql`
    select rule_id, person_id, version, state from condition_states
    where tenant_id = ${tx.tenantId} and next_due_at <= ${instant(now)}
    order by person_id, rule_id limit ${MOST} for update skip locked`);
  if (due.length === 0) return 0;
  const rules = new Map((await liveRules(tx)).map((rule) => [rule.id, rule]));
  const people = new Map(
    (
      await subjectsOf(
        tx,
        due.map((row) => row.person_id),
      )
    ).map((person) => [person.id, person]),
  );
  for (const row of due) {
    const [rule, person] = [rules.get(row.rule_id), people.get(row.person_id)];
    if (rule && person && appliesTo(rule, person) && row.version === rule.version && row.state.conditions)
      await settle(tx, deps, rule, person, row.state.conditions, row.state.raisedAt, now);
    else
      await tx.run(
        sql`update condition_states set next_due_at = null
          where tenant_id = ${tx.tenantId} and rule_id = ${row.rule_id} and person_id = ${row.person_id}`,
      );
  }
  return due.length;
}
