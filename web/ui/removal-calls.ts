/** What a list with a recycle bin calls, the way back as it is told, and where a line of consequences leads. */
import { useQueryClient } from '@tanstack/react-query';
import type { Route } from '#contract/http.ts';
import type { RemovalLine, RemovalPage } from '#contract/removals.ts';
import { useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';

export interface RemovalRoutes {
  remove: Route;
  consequences: Route;
  removed: Route;
  restore: Route;
  purge: Route;
}

/** A row as its calls name it: `{ id }`, or `{ key }` of a questionnaire. */
export type RowRef = Readonly<Record<string, number | string>>;

export const hasBin = (routes: object): routes is RemovalRoutes => 'removed' in routes;

/** What hangs on a row is shown on many pages: what is open is read again, but not what is asked before a removal. */
export function useReadAgain(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ predicate: ({ queryKey }) => !String(queryKey[0]).includes('/removal/') });
}

/** Brings a row back and says what did not come with it. */
export function useRestore(routes: RemovalRoutes) {
  const readAgain = useReadAgain();
  const send = useSend(routes.restore, {
    quiet: true,
    onSuccess: (answer) => {
      const { name, notes } = answer === true ? { name: '', notes: [] } : (answer as { name: string; notes: string[] });
      showMessage('success', [`已恢复${name}`, ...notes].join('；'));
      readAgain();
    },
    onError: ({ message }) => showMessage('error', message),
  });
  return { restore: (row: RowRef) => send.mutate(row as never), restoring: send.isPending };
}

const ADDRESSES: Record<RemovalPage, (id: number | null) => string> = {
  person: (id) => `/oldMan/detail?id=${id}&tabid=basic&isview=true`,
  personOrders: (id) => `/oldMan/detail?id=${id}&tabid=order&isview=true`,
  personAccount: (id) => `/oldMan/detail?id=${id}&tabid=account&isview=true`,
  personWarnings: (id) => `/oldMan/detail?id=${id}&tabid=warning&isview=true`,
  device: (id) => `/device/detail?id=${id}`,
  packages: () => '/business/bcservicepackage',
  products: (id) => `/business/product${id === null ? '' : `?categoryId=${id}`}`,
  projects: (id) => `/business/bccostproject${id === null ? '' : `?serverId=${id}`}`,
  plans: () => '/order/plan',
  types: () => '/business/bccostservice',
};

/** Null: there is nothing to go to. */
export const addressOf = ({ to }: RemovalLine): string | null => (to ? ADDRESSES[to.page](to.id) : null);
