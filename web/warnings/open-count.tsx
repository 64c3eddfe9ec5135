/** Counts the open warnings, for the badge of the menu. Draws nothing; read again when news comes. */
import { useEffect } from 'react';
import { warnings } from '#contract/warnings/warnings.ts';
import { useCall } from '#web/api/call.ts';
import { badges } from '#web/shell/badges.ts';
import { useMay } from '#web/ui/may.ts';

/** As the bell reads it, which makes it one call. */
const POLL = { quiet: true, refetchInterval: 30_000, staleTime: 0 } as const;

export default function OpenCount() {
  const may = useMay();
  const open = useCall(warnings.top, {}, { ...POLL, enabled: may(warnings.top) });
  const warned = open.data?.total ?? 0;
  useEffect(() => badges.setState({ '/warning/warning/index': warned }), [warned]);
  return null;
}
