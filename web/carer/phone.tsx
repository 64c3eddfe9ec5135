/** /carer: its own root beside the application, so that it is small, and opens without a session and without a network. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dictionaries } from '#contract/system/dictionaries.ts';
import { useDocumentTitle } from '#web/api/system-title.ts';
import { keyOf } from '#web/api/call.ts';
import { isLocked, session, watchToken } from '#web/api/session.ts';
import { Messages, Themed } from '#web/shell/themed.tsx';
import { keepFiles } from '#web/ui/kept-files.ts';
import { CarerPage } from './carer-page.tsx';
import { installWorker, linkManifest } from './install.ts';
import { begin, carer } from './state.ts';
import { keepSyncing } from './sync.ts';
import '#web/theme/antd.css';

const client = new QueryClient({
  defaultOptions: { queries: { staleTime: 60_000, retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
});

/** What tags are labelled with, also offline. */
function primeWords(): void {
  for (const [type, words] of Object.entries(carer.getState().kept?.words ?? {}))
    client.setQueryData(keyOf(dictionaries.byType, { type }), words);
}

export function Phone({ toLogin }: { toLogin: () => void }) {
  useDocumentTitle('我的服务');
  useEffect(() => {
    linkManifest();
    void installWorker();
    const stops = [
      keepSyncing(),
      session.getState().tokens ? watchToken() : () => {},
      carer.subscribe(primeWords),
      // Locked in another tab: this page, too, begins anew, behind the lock.
      session.subscribe((state) => isLocked(state) && location.reload()),
      () => keepFiles(false),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  return (
    <QueryClientProvider client={client}>
      <Themed>
        <Messages />
        <CarerPage toLogin={toLogin} />
      </Themed>
    </QueryClientProvider>
  );
}

/** Opens what is kept. Gives whether there is anybody whose jobs can be shown; otherwise somebody has to sign in first. */
export async function preparePhone(): Promise<boolean> {
  // Files of a visit stay here until they are sent with it.
  keepFiles(true);
  const found = await begin(Date.now());
  primeWords();
  return found;
}
