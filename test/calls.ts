/** A house with calls: a service, a group and seats whose people act as the workbench does. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { workbench } from '#contract/calls/workbench.ts';
import type { Harness, TestUser } from './harness.ts';

export interface Seat {
  id: number;
  user: TestUser;
  extension: string;
  pageId: string;
}
export interface Service {
  provider?: number;
  numbers?: { number: string; name: string; groupId: number | null; menuId: number | null }[];
  recorded?: boolean;
}

/** The institution; seats are added, and act by actions of CCC. */
export async function callHouse(t: Harness, { provider = 1, numbers = [], recorded = true }: Service = {}) {
  const tenantId = await t.tenant();
  const run = <T>(query: ReturnType<typeof sql<T>>) => t.deps.inTenant(tenantId, (tx) => tx.rows<T>(query));
  await run(sql`insert into call_services (tenant_id, name, provider, enabled, recorded, numbers)
    values (${tenantId}, '内置', ${provider}, true, ${recorded}, ${JSON.stringify(numbers)})`);
  let extension = 8000;

  const group = async (name: string, more: Record<string, unknown> = {}): Promise<number> => {
    const { strategy = 1, most_waiting = 20, most_seconds = 300, overflow = 1 } = more as Record<string, number>;
    const [row] = await run<{ id: number }>(sql`
      insert into call_groups (tenant_id, name, code, strategy, most_waiting, most_seconds, overflow)
      values (${tenantId}, ${name}, ${randomUUID().slice(0, 8)}, ${strategy}, ${most_waiting}, ${most_seconds}, ${overflow}) returning id`);
    return row!.id;
  };
  const seat = async (groups: readonly number[] = [], permissions = ['cloudcall_workbench'], dataScope = 1): Promise<Seat> => {
    const user = await t.user(tenantId, { permissions, dataScope });
    const number = String(++extension);
    const [row] = await run<{ id: number }>(sql`
      insert into call_seats (tenant_id, user_id, extension) values (${tenantId}, ${user.userId}, ${number}) returning id`);
    for (const id of groups)
      await run(sql`insert into call_seat_groups (tenant_id, seat_id, group_id) values (${tenantId}, ${row!.id}, ${id})`);
    return { id: row!.id, user, extension: number, pageId: randomUUID() };
  };
  /** An action, as the page of the seat sends it. */
  const act = (one: Seat, action: string, request: Record<string, unknown> = {}) =>
    t.call('POST', `${workbench.invoke.path}?action=${action}`, { as: one.user, input: { request: JSON.stringify(request) } });
  const state = async (one: Seat) => (await t.route(workbench.state, one.user)).data;
  const onDuty = async (...seats: Seat[]): Promise<void> => {
    for (const one of seats) for (const action of ['SignInGroup', 'ReadyForService']) await act(one, action);
  };
  return { tenantId, run, group, seat, act, state, onDuty };
}
export type CallHouse = Awaited<ReturnType<typeof callHouse>>;
