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
    const before = client.getQueryState<House>(key);
    // Where all of it is being read, that answer may be older than the event.
    if (all || !before?.data || before.fetchStatus === 'fetching') return client.invalidateQueries({ queryKey: key });
    if (Object.keys(some).length === 0) return;
    const answer = await call(house.some, some, { quiet: true }).catch(() => null);
    const now = client.getQueryState<House>(key);
    // Where all of it was read meanwhile, this answer may be the older one.
    const isNewest = now?.dataUpdateCount === before.dataUpdateCount && now.fetchStatus !== 'fetching';
    const next = answer && isNewest && now?.data ? merged(now.data, answer) : null;
    if (next) client.setQueryData(key, next);
    else await client.invalidateQueries({ queryKey: key });
  });
  useEffect(() => {
    let asked = nothing();
    let all = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    // One after the other: of two on their way the older answer could come last, and take an alarm away.
    const readNoted = async () => {
      const noted = [asked, all] as const;
      [asked, all] = [nothing(), false];
      await read(...noted).catch(() => (all = true));
      timer = undefined;
      if (all || Object.values(asked).some(({ size }) => size > 0)) later();
    };
    const later = () => {
      if (!isLeft) timer ??= setTimeout(() => void readNoted(), CALM_MS);
    };
    const stop = onRealtime((message) => {
      if (!note(asked, message)) all = true;
      later();
    });
    return () => {
      isLeft = true;
      stop();
      clearTimeout(timer);
    };
  }, []);
  return query;
}
