/** Every service of the call centre: `contract/index.ts` takes them in, `server/calls/call-handlers.ts` implements each. */
import type { Route } from '../http.ts';
import { callLinks, publicCalls } from './call-links.ts';
import { workbench } from './workbench.ts';

export const callRoutes = { callLinks, publicCalls, workbench } satisfies Record<string, Record<string, Route>>;
