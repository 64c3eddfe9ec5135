/** Counts what waits for this person, for the badge of 首页. Draws nothing. */
import { useEffect } from 'react';
import { badges } from '#web/shell/badges.ts';
import { HOME } from '#web/shell/tabs.ts';
import { useNow, useNowFollows } from './use-now.ts';

/** On other pages than the first one the number may be a little older. */
const CALM_MS = 10_000;

export default function NowCount() {
  useNowFollows(CALM_MS);
  const counts = useNow(null).data?.counts;
  const waiting = counts?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  useEffect(() => badges.setState({ [HOME]: waiting }), [waiting]);
  return null;
}
