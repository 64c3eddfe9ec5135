/** The institution's own rules as the ingest remembers them: what is stepped in memory costs no statement until something turns. */
import { sql } from 'kysely';
import { conditionsOf, signalOf, stepRule, type RuleState, type Sample } from '#contract/warnings/conditions.rules.ts';
import type { Limits } from '#contract/health/thresholds.rules.ts';
import type { Tx } from '../db/tenant.ts';
import { appliesTo, liveRules, standOf, subjectsOf, type LiveRule, type Stood } from '../warnings/condition-states.ts';

export interface PersonConditions {
  /** The rules that a signal concerns: the number of a metric, or of a situation. */
  readonly bySignal: ReadonlyMap<number, readonly LiveRule[]>;
  readonly states: Map<number, RuleState>;
}

/** The rules of these people with where they stand; nobody is in it when the tenant has none. */
export async function conditionsFor(tx: Tx, ids: readonly number[]): Promise<Map<number, PersonConditions>> {
  const rules = await liveRules(tx);
  if (rules.length === 0) return new Map();
  const people = await subjectsOf(tx, ids);
  const rows = await tx.rows<Stood>(
    sql`select rule_id, person_id, version, state from condition_states
      where tenant_id = ${tx.tenantId} and person_id = any(${ids}::bigint[])`,
  );
  const known = new Map(rows.map((row) => [`${row.rule_id}:${row.person_id}`, row]));
  const all = new Map<number, PersonConditions>();
  for (const person of people) {
    const own = rules.filter((rule) => appliesTo(rule, person));
    if (own.length === 0) continue;
    const bySignal = new Map<number, LiveRule[]>();
    for (const rule of own)
      for (const signal of new Set(conditionsOf(rule).map(signalOf))) bySignal.set(signal, [...(bySignal.get(signal) ?? []), rule]);
    all.set(person.id, {
      bySignal,
      states: new Map(own.map((rule) => [rule.id, standOf(rule, known.get(`${rule.id}:${person.id}`)).conditions])),
    });
  }
  return all;
}

/** Steps the rules in memory; gives the samples that have to be written down. What is on its way counts already. */
export function stepConditions(
  { bySignal, states }: PersonConditions,
  samples: readonly Sample[],
  limits: ReadonlyMap<number, Limits>,
): Sample[] {
  return samples.filter((sample) => {
    let worth = false;
    for (const rule of bySignal.get(sample.signal) ?? []) {
      const { state, moved } = stepRule(rule, states.get(rule.id) ?? [], sample, limits);
      states.set(rule.id, state);
      worth ||= moved;
    }
    return worth;
  });
}
