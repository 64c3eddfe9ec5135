/** A list in a drawer from which one row is picked: by its button, by a double click, by Enter. */
import { useState } from 'react';
import type { Route } from '#contract/http.ts';
import { DataTable, type DataTableProps, type RowOf } from './data-table.tsx';
import { SideDrawer } from './drawer.tsx';
import { pickGuard } from './pick-guard.ts';

export interface PickerProps<Row> {
  open: boolean;
  title?: string;
  onPick: (row: Row) => void;
  onClose: () => void;
}

type Props<R extends Route> = PickerProps<RowOf<R>> &
  Pick<DataTableProps<R>, 'name' | 'noun' | 'route' | 'columns' | 'filters' | 'fixed' | 'rowKey'> & {
    title: string;
    size?: 'small' | 'medium' | 'large';
    /** Rows that may be picked; all of them unless given. */
    selectable?: (row: RowOf<R>) => boolean;
  };

export function PickerDrawer<R extends Route>({
  open,
  title,
  size = 'large',
  onPick,
  onClose,
  selectable = () => true,
  ...list
}: Props<R>) {
  const [mayPick] = useState(() => pickGuard());
  const pick = (row: RowOf<R>) => {
    if (!selectable(row) || !mayPick()) return;
    onPick(row);
    onClose();
  };
  return (
    <SideDrawer title={title} open={open} size={size} onClose={onClose} closeLabel="取消">
      <DataTable<R>
        {...(list as unknown as DataTableProps<R>)}
        state="own"
        height="parent"
        numbered
        onRowDoubleClick={pick}
        actions={(row) => [{ label: '选择', onClick: () => pick(row), disabled: !selectable(row) }]}
      />
    </SideDrawer>
  );
}
