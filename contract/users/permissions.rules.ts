/** How permissions are also called on this wire. Pure. */

const BOTH = '_import_export';

/**
 * The permissions with their other spelling: `sys_user_import_export` is both
 * `sys_user_import` and `sys_user_export`, and who has both has it. For a list that has an export
 * alone (`importable` says which have an import) it is the export.
 */
export function spelled(permissions: readonly string[], importable: ReadonlySet<string>): string[] {
  const all = new Set(permissions);
  for (const one of permissions) {
    if (!one.endsWith(BOTH)) continue;
    const prefix = one.slice(0, -BOTH.length);
    all.add(`${prefix}_export`);
    if (importable.has(`${prefix}_import`)) all.add(`${prefix}_import`);
  }
  for (const one of all) {
    const prefix = one.endsWith('_export') && !one.endsWith(BOTH) ? one.slice(0, -'_export'.length) : null;
    if (prefix !== null && (all.has(`${prefix}_import`) || !importable.has(`${prefix}_import`))) all.add(`${prefix}${BOTH}`);
  }
  return [...all];
}
