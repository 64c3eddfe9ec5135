/**
 * The word between the web process and the simulator of the demonstration: PostgreSQL
 * NOTIFY on two channels of their own, one to ask and one to answer. Neither has a port, and
 * what is asked becomes bytes on the device's own connection.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { simulationKinds, type SimulatedValues, type SimulationKind } from '#contract/devices/simulations.rules.ts';
import { ValuesToSay } from '#contract/devices/simulations.ts';
import type { Dependencies } from '../context.ts';
import { refused, tooMany } from '../errors.ts';

export const ASKED = 'yian_simulator';
export const ANSWERED = 'yian_simulator_said';

/** What is asked of the simulator: a notice of a tenant (server/realtime/listener.ts) whose kind is what to say. */
export const Asked = z.strictObject({
  t: z.int(),
  k: z.enum(simulationKinds),
  p: z.strictObject({ id: z.uuid(), deviceId: z.int(), values: ValuesToSay.optional() }),
});
export type Asked = z.output<typeof Asked>;

/** What it answers: at once, without `problem`, that it has heard; then null when the device has said it, else why not, in Chinese. */
export const Answered = z.strictObject({ id: z.uuid(), problem: z.string().max(200).nullable().optional() });
export type Answered = z.output<typeof Answered>;

/** Who has not heard by then is not there. */
const SILENT_MS = 3000;
/** The simulator itself gives up before. */
const SAYING_MS = 12_000;
/** Each waits on a connection of its own. */
const MOST_ASKING = 8;
let asking = 0;

function answerOf(payload: string | undefined): z.output<typeof Answered> | null {
  try {
    return Answered.safeParse(JSON.parse(payload ?? '')).data ?? null;
  } catch {
    return null;
  }
}

/** Resolves when the device has said it. Throws 422 when it cannot, or when no simulator is there. */
export async function askSimulator(
  { pool }: Pick<Dependencies, 'pool'>,
  tenantId: number,
  deviceId: number,
  kind: SimulationKind,
  values?: SimulatedValues,
): Promise<void> {
  if (asking >= MOST_ASKING) throw tooMany(1);
  asking++;
  // Of the pool this would take a second connection while the request holds its own.
  const client = new Client(pool.options);
  client.on('error', () => {});
  try {
    await client.connect();
    const id = randomUUID();
    const heard = Promise.withResolvers<boolean>();
    const said = Promise.withResolvers<string | null>();
    client.on('notification', ({ payload }) => {
      const answer = answerOf(payload);
      if (answer?.id !== id) return;
      heard.resolve(true);
      if (answer.problem !== undefined) said.resolve(answer.problem);
    });
    await client.query(`listen ${ANSWERED}`);
    await client.query('select pg_notify($1, $2)', [
      ASKED,
      JSON.stringify({ t: tenantId, k: kind, p: { id, deviceId, values } } satisfies Asked),
    ]);
    if (!(await Promise.race([heard.promise, wait(SILENT_MS, false, { ref: false })]))) throw refused('模拟器未运行');
    const problem = await Promise.race([said.promise, wait(SAYING_MS, '设备还没有应答，请稍后再试', { ref: false })]);
    if (problem !== null) throw refused(problem);
  } finally {
    asking--;
    void client.end().catch(() => {});
  }
}
