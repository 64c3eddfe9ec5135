/** 导出 of a list that is a tree: all of it, in its order. */
import type { Route } from '#contract/http.ts';
import { MOST_CHOSEN } from '#contract/transfers/transfers.ts';
import { ExportButton } from '#web/ui/export-button.tsx';
import type { TreeRow } from '#web/ui/tree-rows.ts';

interface Props<Row extends TreeRow<Row>> {
  noun: string;
  route: Route;
  rows: readonly Row[] | undefined;
  columns: readonly { key: string }[];
}

const idsOf = <Row extends TreeRow<Row>>(rows: readonly Row[]): number[] =>
  rows.flatMap(({ id, children }) => [id, ...idsOf(children ?? [])]);

/** The way down to a row stands before its columns: a sheet has no branches. */
export function TreeExport<Row extends TreeRow<Row>>({ noun, route, rows, columns }: Props<Row>) {
  const ids = idsOf(rows ?? []);
  const page = ids.length <= MOST_CHOSEN ? ids : [];
  return (
    <ExportButton noun={noun} route={route} input={{}} total={ids.length} page={page} chosen={[]} columns={columns.map(({ key }) => key)} />
  );
}
