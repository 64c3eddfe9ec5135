/** Trees of rows: search, places among siblings. Pure. */

export interface TreeRow<Row> {
  id: number;
  children?: readonly Row[] | undefined;
}

/** Ids of the rows that have others below them, of those that `wanted` takes. */
export function branches<Row extends TreeRow<Row>>(rows: readonly Row[], wanted: (row: Row) => boolean = () => true): number[] {
  return rows.flatMap((row) => (row.children?.length ? [...(wanted(row) ? [row.id] : []), ...branches(row.children, wanted)] : []));
}

/** Rows whose text has the words in it, with those above them; what is below a match stays. */
export function matchingNodes<Row extends TreeRow<Row>>(rows: readonly Row[], words: string, textOf: (row: Row) => string): readonly Row[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.flatMap((row) => {
    if (textOf(row).toLowerCase().includes(wanted)) return [row];
    const children = matchingNodes(row.children ?? [], words, textOf);
    return children.length ? [{ ...row, children }] : [];
  });
}

/** The rows among which a row stands; empty when it is not there. */
export function siblingsOf<Row extends TreeRow<Row>>(rows: readonly Row[], id: number): readonly Row[] {
  if (rows.some((row) => row.id === id)) return rows;
  for (const row of rows) {
    const found = siblingsOf(row.children ?? [], id);
    if (found.length) return found;
  }
  return [];
}

/** The ids of a row's siblings with it one place up (-1) or down (1); null at the edge. */
export function moved<Row extends TreeRow<Row>>(rows: readonly Row[], id: number, by: -1 | 1): number[] | null {
  const ids = siblingsOf(rows, id).map((row) => row.id);
  const from = ids.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= ids.length) return null;
  ids.splice(to, 0, ...ids.splice(from, 1));
  return ids;
}

const holds = <Row extends TreeRow<Row>>(row: Row, id: number): boolean =>
  row.id === id || (row.children ?? []).some((child) => holds(child, id));

export interface Place {
  /** The sibling that the row comes to stand beside. */
  beside: number;
  after: boolean;
  /** All siblings in their new order. */
  ids: number[];
}

/**
 * Where a row goes that is dropped on another: among its own siblings only; what lies
 * below a sibling counts for it. Null when nothing would change.
 */
export function dropped<Row extends TreeRow<Row>>(rows: readonly Row[], id: number, on: number, below: boolean): Place | null {
  const siblings = siblingsOf(rows, id);
  const target = siblings.find((row) => holds(row, on));
  if (!target || target.id === id) return null;
  const after = target.id === on ? below : true;
  const ids = siblings.map((row) => row.id);
  const rest = ids.filter((one) => one !== id);
  rest.splice(rest.indexOf(target.id) + (after ? 1 : 0), 0, id);
  return rest.every((one, index) => one === ids[index]) ? null : { beside: target.id, after, ids: rest };
}

/** A row by its id. */
export function rowById<Row extends TreeRow<Row>>(rows: readonly Row[], id: number): Row | undefined {
  return siblingsOf(rows, id).find((row) => row.id === id);
}

/** A flat row with those below it. */
export type Branch<Flat> = Flat & { children?: readonly Branch<Flat>[] | undefined };

/** A tree of flat rows in their order; whose parent is missing stands at the root. */
export function treeOf<Flat extends { id: number; parentId: number }>(flat: readonly Flat[]): Branch<Flat>[] {
  const known = new Set(flat.map(({ id }) => id));
  const byParent = Map.groupBy(flat, ({ parentId }) => (known.has(parentId) ? parentId : 0));
  const below = (parentId: number): Branch<Flat>[] =>
    (byParent.get(parentId) ?? []).map((row) => {
      const children = below(row.id);
      return children.length ? { ...row, children } : row;
    });
  return below(0);
}
