/** The house, kept fresh: what single events concern is read again at most once a second, all of it once a minute. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { house, type House } from '#contract/rooms/house.ts';
import type { RealtimeMessage } from '#contract/realtime.ts';
import { SECOND } from '#contract/time.ts';
import { call, keyOf, useCall } from '#web/api/call.ts';
import { onRealtime } from '#web/shell/realtime.ts';
import { merged } from './house-model.ts';

/** Positions and visits that come near change without an event. */
const ALL_MS = 60 * SECOND;
const CALM_MS = SECOND;
/** More than so many of one kind at once: all of it is read. */
const MOST = 100;

type Asked = Record<'bedIds' | 'personIds' | 'warningIds' | 'workOrderIds', Set<number>>;
const nothing = (): Asked => ({ bedIds: new Set(), personIds: new Set(), warningIds: new Set(), workOrderIds: new Set() });

/** Notes what an event concerns; false when all of the house is to be read. */
function note(asked: Asked, message: RealtimeMessage): boolean {
  const { type, warningId, workOrderId, personId, bedBefore } = message;
  if (type === 'house.changed' || type === 'resync') return false;
  if (typeof warningId === 'number') asked.warningIds.add(warningId);
  if (typeof workOrderId === 'number') asked.workOrderIds.add(workOrderId);
  if (typeof personId === 'number') asked.personIds.add(personId);
  if (typeof bedBefore === 'number') asked.bedIds.add(bedBefore);
  return Object.values(asked).every(({ size }) => size <= MOST);
}

/** The query of the whole house; the answers of partial readings are put into it. */
export function useHouse() {
  const client = useQueryClient();
  const query = useCall(house.read, {}, { quiet: true, staleTime: 5 * SECOND, refetchInterval: ALL_MS });
  const read = useEffectEvent(async (asked: Asked, all: boolean) => {
    const key = keyOf(house.read, {});
    const some = Object.fromEntries(Object.entries(asked).flatMap(([name, ids]) => (ids.size > 0 ? [[name, [...ids]]] : [])));
    if (!all && Object.keys(some).length === 0) return;
    // The answer of a whole reading that is on its way would take back what is merged now.
    const whole = all || client.isFetching({ queryKey: key }) > 0;
    if (whole || !client.getQueryData<House>(key)) return client.invalidateQueries({ queryKey: key });
    const answer = await call(house.some, some, { quiet: true }).catch(() => null);
    const now = client.getQueryData<House>(key);
    const next = answer && now ? merged(now, answer) : null;
    if (next) client.setQueryData(key, next);
    else await client.invalidateQueries({ queryKey: key });
  });
  useEffect(() => {
    let asked = nothing();
    let all = false;
    // One after the other: of two answers about one bed the older one may come last.
    let last: Promise<unknown> = Promise.resolve();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onRealtime((message) => {
      if (!note(asked, message)) all = true;
      timer ??= setTimeout(() => {
        timer = undefined;
        const [part, whole] = [asked, all];
        last = last.then(() => read(part, whole));
        [asked, all] = [nothing(), false];
      }, CALM_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return query;
}
