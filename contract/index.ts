/** Every service of the contract; server/services.ts must implement each, `npm run openapi` prints them all. The web imports the single files. */
import type { Route } from './http.ts';
import { regions } from './regions.ts';

export const contract = { regions } satisfies Record<string, Record<string, Route>>;

export type Contract = typeof contract;
