/**
 * The whole page of a plain entity: `<CrudPage name="…" noun="…" routes={…} columns={…}
 * filters={…} form={…} />`. Another wish means: write that page by hand.
 */
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Output } from '#contract/http.ts';
import { useSend } from '#web/api/call.ts';
import { useAskedAdd } from './asked-add.ts';
import type { Column } from './columns.ts';
import type { CrudRoutes } from './crud-drawer.tsx';
import { DataTable, type DataTableProps, type RowOf } from './data-table.tsx';
import { useMay } from './may.ts';
import { hasBin } from './removal-calls.ts';
import { useRemoval } from './removal.tsx';
import type { RowAction } from './row-actions.tsx';

const CrudDrawer = lazy(() => import('./crud-drawer.tsx').then(({ CrudDrawer }) => ({ default: CrudDrawer })));

type ListProps<R extends CrudRoutes> = Omit<DataTableProps<R['page']>, 'route' | 'actions' | 'onAdd'>;

interface Props<R extends CrudRoutes> extends ListProps<R> {
  routes: R;
  /** `<Field>` elements; their rules are the contract's. */
  form: ReactNode;
  /** What a new row begins with. */
  initial?: Record<string, unknown>;
  toForm?: (row: NonNullable<Output<R['get']>>) => Record<string, unknown>;
  toInput?: (values: Record<string, unknown>) => Record<string, unknown>;
  size?: 'small' | 'medium' | 'large';
  /** What rows and the update call the id. */
  idField?: string;
  /** Where a new row is made, when that is a page of its own. */
  onAdd?: () => void;
  /** After a row was removed, of a list with a recycle bin. */
  onRemoved?: (id: number) => void;
  /** Before 编辑 and 删除. */
  actions?: (row: RowOf<R['page']>) => RowAction[];
}

/** A new row, an existing one by id, or nothing open. */
type Editing = { id: number | null } | null;

/** How a question names a row: by what stands first in it. */
function nameOf(row: unknown, columns: readonly Column<never>[]): string {
  const first = (row as Record<string, unknown>)[columns[0]?.key ?? ''];
  return typeof first === 'string' && first !== '' ? `“${first}”` : '';
}

export function CrudPage<R extends CrudRoutes>({
  routes,
  form,
  initial,
  toForm,
  toInput,
  size,
  idField = 'id',
  onAdd,
  onRemoved,
  actions,
  ...list
}: Props<R>) {
  const may = useMay();
  const [editing, setEditing] = useState<Editing>(null);
  const remove = useSend(routes.remove, { changes: [routes.page] });
  const removal = useRemoval(hasBin(routes) ? routes : null, list.noun, { onRemoved: (row) => onRemoved?.(row.id as number) });
  const mayAdd = may(routes.create);
  const back = useAskedAdd(() => mayAdd && setEditing({ id: null }));
  const mayChange = may(routes.update) || may(routes.remove) || actions !== undefined;
  return (
    <>
      <DataTable<R['page']>
        {...(list as unknown as DataTableProps<R['page']>)}
        route={routes.page}
        onAdd={mayAdd ? (onAdd ?? (() => setEditing({ id: null }))) : undefined}
        extra={
          removal.bin ? (
            <>
              {list.extra}
              {removal.bin}
            </>
          ) : (
            list.extra
          )
        }
        {...(mayChange
          ? {
              actions: (row: RowOf<R['page']>) => {
                const id = (row as Record<string, unknown>)[idField] as number;
                return [
                  ...(actions?.(row) ?? []),
                  { label: '编辑', onClick: () => setEditing({ id }), when: may(routes.update) },
                  {
                    label: '删除',
                    danger: true,
                    menu: true,
                    ...(hasBin(routes)
                      ? { onClick: () => removal.openRemoval({ id }) }
                      : {
                          confirm: `确定删除${list.noun}${nameOf(row, list.columns)}吗？删除后不能恢复`,
                          onClick: () => remove.mutate({ id }),
                        }),
                    when: may(routes.remove),
                  },
                ];
              },
            }
          : {})}
      />
      {removal.parts}
      <Suspense fallback={null}>
        {editing && (
          <CrudDrawer
            key={editing.id ?? 'new'}
            noun={list.noun}
            routes={routes}
            id={editing.id}
            initial={initial}
            toForm={toForm && ((row) => toForm(row as NonNullable<Output<R['get']>>))}
            toInput={toInput}
            size={size}
            idField={idField}
            onSaved={editing.id === null ? back : undefined}
            onClose={() => setEditing(null)}
          >
            {form}
          </CrudDrawer>
        )}
      </Suspense>
    </>
  );
}
