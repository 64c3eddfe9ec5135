/** Who implements each service of the call centre. */
import type { callRoutes } from '#contract/calls/call-routes.ts';
import type { Handlers } from '../http/implement.ts';
import { callLinks } from './call-links.ts';
import { publicCalls } from './public-calls.ts';
import { workbench } from './workbench.ts';

export const callHandlers: { [S in keyof typeof callRoutes]: Handlers<(typeof callRoutes)[S]> } = { callLinks, publicCalls, workbench };
