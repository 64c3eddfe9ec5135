/**
 * Limits, states and fences as the ingest remembers them: loaded for many people at a time, forgotten when a notice says that they changed.
 */
import { BoundedMap } from '../bounded-map.ts';
import { dayOf, midnightOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { Limits } from '#contract/health/thresholds.rules.ts';
import type { LifeSource } from '#contract/warnings/life.rules.ts';
import type { FenceState } from '#contract/warnings/fences.rules.ts';
import type { Dependencies } from '../context.ts';
import { limitsOf } from '../health/limits.ts';
import type { HeardNotice } from '../realtime/listener.ts';
import { tenantFences, type TenantFences } from '../warnings/fence-rows.ts';
import { watchedLives } from '../warnings/life.ts';
import { conditionsFor, type PersonConditions } from './condition-steps.ts';
import type { Patience } from './retry.ts';
import { together } from './together.ts';

export interface PersonRules {
  readonly limits: ReadonlyMap<number, Limits>;
  /** Metrics whose normal values have to be judged as well. */
  readonly hot: Set<number>;
  /** What counts as a sign of life; null when nobody waits for one. */
  readonly life: ReadonlySet<LifeSource> | null;
  /** The institution's own rules about them; null without any. */
  readonly conditions: PersonConditions | null;
  /** Metrics whose values are overdue: the next one has to say so. */
  readonly missing: Set<number>;
  /** When the last one was written, epoch ms: once a minute is enough. */
  livedAt: number;
  /** Values on their way by metric. */
  readonly pending: Map<number, number>;
  /** Epoch ms of the end of the day whose limits these are. */
  readonly until: number;
}

const MOST_PEOPLE = 300_000;
const MOST_TENANTS = 10_000;

/** Makes the memory of one process. What cannot be read now is insisted on: nothing is judged by guesses. */
export function ruleMemory(deps: Dependencies, patient: Patience) {
  const people = new BoundedMap<string, PersonRules>(MOST_PEOPLE);
  const tenants = new BoundedMap<number, TenantFences>(MOST_TENANTS);
  const loading = new Map<number, Promise<TenantFences>>();
  let generation = 0;

  const keyOf = (tenantId: number, personId: number) => `${tenantId}:${personId}`;

  async function readPeople(tenantId: number, ids: readonly number[]): Promise<Map<number, PersonRules>> {
    const now = deps.now();
    const until = midnightOf(now, 1);
    return deps.inTenant(tenantId, async (tx) => {
      const limits = await limitsOf(tx, ids, dayOf(now));
      const lives = await watchedLives(tx, ids);
      const conditions = await conditionsFor(tx, ids);
      const hot = await tx.rows<{ person_id: number; metric: number }>(
        sql`select person_id, metric from threshold_states where tenant_id = ${tenantId} and hot and person_id = any(${ids}::bigint[])`,
      );
      const rules = new Map(
        ids.map((id) => [
          id,
          {
            limits: limits.get(id) ?? new Map<number, Limits>(),
            hot: new Set<number>(),
            pending: new Map<number, number>(),
            life: lives.get(id) ?? null,
            conditions: conditions.get(id) ?? null,
            missing: new Set<number>(),
            livedAt: 0,
            until,
          },
        ]),
      );
      for (const { person_id: id, metric } of hot) rules.get(id)?.hot.add(metric);
      const missing = await tx.rows<{ person_id: number; metric: number }>(
        sql`select person_id, metric from reading_dues where tenant_id = ${tenantId} and missing_since is not null
          and person_id = any(${ids}::bigint[])`,
      );
      for (const { person_id: id, metric } of missing) rules.get(id)?.missing.add(metric);
      return rules;
    });
  }

  const person = together(async (tenantId: number, ids: readonly number[]) => {
    const started = generation;
    const rules = await patient.insist(() => readPeople(tenantId, ids));
    // When something changed while we asked, the answer may be from before: it serves once.
    if (generation === started) for (const [id, own] of rules) people.set(keyOf(tenantId, id), own);
    return rules;
  });

  function forgetPerson(tenantId: number, personId: number | null): void {
    generation++;
    if (personId !== null) people.delete(keyOf(tenantId, personId));
    else for (const key of people.keys()) if (key.startsWith(`${tenantId}:`)) people.delete(key);
  }

  function forgetTenant(tenantId: number): void {
    generation++;
    loading.delete(tenantId);
    tenants.delete(tenantId);
  }

  return {
    counts: () => ({ people: people.size, tenants: tenants.size }),
    knownPerson(tenantId: number, personId: number): PersonRules | null {
      const known = people.get(keyOf(tenantId, personId));
      return known && known.until > deps.now() ? known : null;
    },
    /** A person's limits and state; those asked for at the same time are read together. */
    person: async (tenantId: number, personId: number) => (await person(tenantId, personId)) as PersonRules,
    knownTenant: (tenantId: number): TenantFences | null => tenants.get(tenantId) ?? null,
    /** A tenant's fences; those who ask while they are read share the answer. */
    tenant(tenantId: number): Promise<TenantFences> {
      const under = loading.get(tenantId);
      if (under) return under;
      const started = generation;
      const answer = patient
        .insist(() => deps.inTenant(tenantId, tenantFences))
        .then((fences) => {
          if (generation === started) tenants.set(tenantId, fences);
          return fences;
        });
      loading.set(tenantId, answer);
      const done = () => void (loading.get(tenantId) === answer && loading.delete(tenantId));
      answer.finally(done).catch(() => {});
      return answer;
    },
    /** What the database says of a device's fences is what counts. */
    told(tenantId: number, deviceId: number, states: ReadonlyMap<number, FenceState>): void {
      const all = tenants.get(tenantId)?.states;
      if (!all || states.size === 0) return;
      const known = all.get(deviceId) ?? new Map<number, FenceState>();
      for (const [id, state] of states) if ((known.get(id)?.at ?? 0) <= state.at) known.set(id, state);
      all.set(deviceId, known);
    },
    forgetPerson,
    forgetTenant,
    /** What other processes commit. */
    heard({ t, k, p }: HeardNotice): void {
      if (k === 'threshold.changed') forgetPerson(t, p.personId === null ? null : Number(p.personId));
      else if (k === 'fence.changed') forgetTenant(t);
      else if (k === 'condition.changed') forgetPerson(t, null);
      // Another department has other rules.
      else if (k === 'person.changed') forgetPerson(t, Number(p.personId));
    },
    /** Notices may have been missed. */
    clear(): void {
      generation++;
      people.clear();
      tenants.clear();
      loading.clear();
    },
  };
}
