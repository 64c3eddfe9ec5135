import type { Route } from '#contract/http.ts';
import { useCan } from '#web/api/permissions.ts';

/** Whether the signed-in person may call a route, by the route's own policy: `const may = useMay(); may(people.create)`. */
export function useMay(): (route: Pick<Route, 'access'>) => boolean {
  const can = useCan();
  return ({ access }) => access === 'public' || access === 'session' || can(access);
}
