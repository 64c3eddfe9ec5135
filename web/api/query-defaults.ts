/** How pages read and write through TanStack Query. */
import type { DefaultOptions } from '@tanstack/react-query';

/**
 * A failure is said once and at once: nothing is tried again by itself, and nothing
 * waits for the browser to believe in its network, which a house's own server does not need. A
 * write that waited would be sent when the user does not expect it any more.
 */
export const QUERY_DEFAULTS: DefaultOptions = {
  queries: { staleTime: 15_000, retry: false, refetchOnWindowFocus: false, networkMode: 'always', refetchOnReconnect: true },
  mutations: { retry: false, networkMode: 'always' },
};
