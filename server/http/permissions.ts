/** The permissions of a session or an account, as the contract and clients of this wire spell them. */
import { contract } from '#contract/index.ts';
import type { Route } from '#contract/http.ts';
import { spelled } from '#contract/users/permissions.rules.ts';

const importable = new Set(
  (Object.values(contract) as Record<string, Route>[])
    .flatMap((routes) => Object.values(routes))
    .map(({ access }) => access)
    .filter((access) => access.endsWith('_import')),
);

/** With every spelling. */
export const withSpellings = (permissions: readonly string[]): string[] => spelled(permissions, importable);
