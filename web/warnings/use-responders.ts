/** Sending a carer to an alarm by one press: who can go, and the press itself. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isOnTheWay } from '#contract/warnings/handling.rules.ts';
import { responders } from '#contract/work-orders/responders.ts';
import { home } from '#contract/screens/home.ts';
import type { Output } from '#contract/http.ts';
import { keyOf, useCall, useSend } from '#web/api/call.ts';
import { WARNING_ROUTES } from './acknowledging.ts';
import { hush } from './alarm-sound.ts';
import { tellOnCard } from './alarm-state.ts';
import type { WarningRow } from './use-open-warnings.ts';

export type Responder = Output<typeof responders.list>[number];

const REFRESH_MS = 30_000;
const ORDERS = '/members/workorder';

/** The value as it was when `frozen` began, so that no button changes under the pointer. What was not there yet is shown as it comes. */
function useStill<T>(value: T | undefined, frozen: boolean): T | undefined {
  const [kept, setKept] = useState(value);
  if ((!frozen || kept === undefined) && kept !== value) setKept(value);
  return kept ?? value;
}

/** The staff ranked for a warning, read anew every half minute and standing still while `frozen`. */
export function useResponders(id: number, frozen: boolean) {
  const query = useCall(responders.list, { id }, { quiet: true, staleTime: 5000, refetchInterval: REFRESH_MS });
  return { query, people: useStill(query.data, frozen) };
}

/** The press. A second try after a lost answer sends the very same, which the server does once. */
export function useSendResponder(row: WarningRow, onSent?: (text: string) => void) {
  const client = useQueryClient();
  return useSend(responders.dispatch, {
    quiet: true,
    once: true,
    changes: WARNING_ROUTES,
    onSuccess({ userName }) {
      hush();
      const text = `已派给 ${userName}`;
      tellOnCard(row, text);
      onSent?.(text);
      void client.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(ORDERS) || path === home.read.path });
    },
    onError({ status, data, message }) {
      if (status === 0) return;
      const fresh = status === 409 ? (data as WarningRow | null) : null;
      if (fresh?.id === row.id && isOnTheWay(fresh)) tellOnCard(row, message);
      for (const route of [...WARNING_ROUTES, responders.list]) void client.invalidateQueries({ queryKey: keyOf(route) });
    },
  });
}
