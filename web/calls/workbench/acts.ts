/** Commands of a seat: the one way in which the workbench acts on calls. */
import { workbench, type WorkbenchAction } from '#contract/calls/workbench.ts';
import type { Output } from '#contract/http.ts';
import { call, keyOf, useCall } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { CallError } from '#web/api/refusals.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

export type Seat = NonNullable<Output<typeof workbench.check>>;
export type SeatNow = Output<typeof workbench.state>;
export type SeatCall = NonNullable<SeatNow['call']>;
export type Leg = SeatCall['legs'][number];
export type Colleague = Output<typeof workbench.colleagues>[number];

/** Gives a command; gives the answer's data. Throws CallError after it has said why not. */
export async function act<T = unknown>(action: WorkbenchAction, request: Record<string, unknown> = {}): Promise<T> {
  const { code, message, data, httpStatusCode } = await call(workbench.invoke, { action, request });
  if (code === 'OK') return data as T;
  showMessage('error', message);
  throw new CallError(httpStatusCode, message);
}

/** A command that a button gives: what it changes is read again, a second press while it is on its way does nothing. */
export function useAct() {
  const client = useQueryClient();
  const [pending, setPending] = useState<WorkbenchAction | null>(null);
  const run = async (action: WorkbenchAction, request: Record<string, unknown> = {}): Promise<boolean> => {
    setPending(action);
    const done = await act(action, request).then(
      () => true,
      () => false,
    );
    setPending(null);
    void client.invalidateQueries({ queryKey: keyOf(workbench.state) });
    return done;
  };
  return { run, pending };
}

/** The seat of the signed-in person; null when there is none, undefined while that is not known. */
export const useSeat = (): Seat | null | undefined => useCall(workbench.check, {}, { quiet: true, staleTime: 300_000 }).data;

const LOOK_MS = 15_000;
/** What the seat does, and its call. An event that got lost is made up for after some seconds. */
export const useSeatNow = (enabled = true): SeatNow | undefined =>
  useCall(workbench.state, {}, { quiet: true, staleTime: 0, refetchInterval: LOOK_MS, enabled }).data;
