/** What the button of a row of 现在 does: a dialog above the page where there is one, else the page of the row. */
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { measurements } from '#contract/health/measurements.ts';
import { pageOfNow, roundOfNow } from '#contract/screens/now.rules.ts';
import { now } from '#contract/screens/now.ts';
import { deadJobs } from '#contract/system/dead-jobs.ts';
import { keyOf, useSend } from '#web/api/call.ts';
import { dialling } from '#web/api/dialling.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { openPurchase } from '#web/subscriptions/purchase-opening.ts';
import { preferences } from '#web/theme/preferences.ts';
import { useMay } from '#web/ui/may.ts';
import { handleWarning } from '#web/warnings/alarm-state.ts';
import { goToServices, useServesOnly } from '#web/work-orders/serves-only.ts';
import type { NowItem } from './now-rows.ts';

const Dispatch = lazyPart(() => import('./now-dispatch.tsx'));
const Entry = lazyPart(() => import('./now-entry.tsx'));

/** The drawer hangs on the bell; a person who has hidden the bell gets the list. */
const handle = (row: NowItem) => (preferences.getState().shows.warnings ? handleWarning(row.id) : go(pageOfNow(row)));

/** `const [act, dialogs] = useNowActions(); … onClick={() => act(row)} … {dialogs}` */
export function useNowActions(): [(row: NowItem) => void, ReactNode] {
  const client = useQueryClient();
  const may = useMay();
  const servesOnly = useServesOnly();
  const [opened, setOpened] = useState<NowItem | null>(null);
  const send = useSend(deadJobs.send, { changes: [now.read, deadJobs.page] });
  const close = () => {
    setOpened(null);
    void client.invalidateQueries({ queryKey: keyOf(now.read) });
  };
  const act = (row: NowItem) => {
    switch (row.kind) {
      case 'alarm':
        return handle(row);
      case 'dispatch':
      case 'returned':
        return setOpened(row);
      case 'observation':
      case 'not_measured':
        if (row.personId === null) return go(pageOfNow(row));
        return may(measurements.create) ? setOpened(row) : go(roundOfNow('observation') as string);
      case 'own_job':
        return servesOnly && row.link !== null ? goToServices({ id: row.link }, row.id) : go(pageOfNow(row));
      case 'callback': {
        const { dial } = dialling.getState();
        // Without a seat the record shows the number, and is marked there.
        if (!dial || row.note === null) return go(pageOfNow(row));
        return dial({ phone: row.note, name: row.name, oldmanId: row.personId });
      }
      case 'dead_job':
        return send.mutate({ ids: [row.id] });
      case 'renewal':
      case 'package_payment':
        return openPurchase();
      default:
        return go(pageOfNow(row));
    }
  };
  const dialog =
    opened &&
    (opened.kind === 'dispatch' || opened.kind === 'returned' ? (
      <Dispatch id={opened.id} onClose={close} />
    ) : (
      opened.personId !== null && <Entry row={opened} personId={opened.personId} onClose={close} />
    ));
  const dialogs = <Suspense fallback={null}>{dialog}</Suspense>;
  return [act, dialogs];
}
