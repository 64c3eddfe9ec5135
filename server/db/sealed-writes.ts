/** What query builders write into sealed columns is sealed by itself: a value of `values` and `set` stays the number that it is to who writes it. */
import {
  ColumnNode,
  ColumnUpdateNode,
  InsertQueryNode,
  PrimitiveValueListNode,
  TableNode,
  UpdateQueryNode,
  ValueNode,
  type KyselyPlugin,
  type OperationNode,
  type RootOperationNode,
  type ValueListNode,
  type ValuesNode,
} from 'kysely';
import { phone, sealedColumns } from './sealed-phones.ts';

const NONE: ReadonlySet<string> = new Set();
const sealedOf = (table: OperationNode | undefined): ReadonlySet<string> =>
  table && TableNode.is(table) ? sealedColumns(table.table.identifier.name) : NONE;
const sealed = (value: unknown) => (typeof value === 'string' ? phone(value) : value);
const sealedNode = (node: OperationNode): OperationNode =>
  ValueNode.is(node) && typeof node.value === 'string' ? ({ ...node, value: phone(node.value) } as ValueNode) : node;

function inserting(node: InsertQueryNode): InsertQueryNode {
  const columns = sealedOf(node.into);
  const values = node.values as ValuesNode | undefined;
  if (columns.size === 0 || values?.kind !== 'ValuesNode') return node;
  const at = (node.columns ?? []).map(({ column }) => columns.has(column.name));
  if (!at.includes(true)) return node;
  const rows = values.values.map((row: PrimitiveValueListNode | ValueListNode) =>
    PrimitiveValueListNode.is(row)
      ? { ...row, values: row.values.map((value, index) => (at[index] ? sealed(value) : value)) }
      : { ...row, values: row.values.map((value, index) => (at[index] ? sealedNode(value) : value)) },
  );
  return { ...node, values: { ...values, values: rows } as ValuesNode };
}

function updating(node: UpdateQueryNode): UpdateQueryNode {
  const columns = sealedOf(node.table);
  if (columns.size === 0 || !node.updates) return node;
  return {
    ...node,
    updates: node.updates.map((update) =>
      ColumnUpdateNode.is(update) && ColumnNode.is(update.column) && columns.has(update.column.column.name)
        ? { ...update, value: sealedNode(update.value) }
        : update,
    ),
  };
}

export const sealedWrites: KyselyPlugin = {
  transformQuery: ({ node }): RootOperationNode => {
    if (InsertQueryNode.is(node)) return inserting(node);
    return UpdateQueryNode.is(node) ? updating(node) : node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};
