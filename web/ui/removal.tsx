/** 删除 that can be undone, and 回收站: the same for every list that has one. Both are loaded when they are opened. */
import { DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useMay } from './may.ts';
import type { RemovalRoutes, RowRef } from './removal-calls.ts';

const RemovalDialog = lazy(() => import('./removal-dialog.tsx').then(({ RemovalDialog }) => ({ default: RemovalDialog })));
const RemovalBin = lazy(() => import('./removal-bin.tsx').then(({ RemovalBin }) => ({ default: RemovalBin })));

interface Options {
  /** After a row was removed. */
  onRemoved?: ((row: RowRef) => void) | undefined;
  /** How calls name a row of the bin; `{ id }` unless said. */
  refOf?: (row: { id: number; key?: string }) => RowRef;
  /** The bin is open at first: for an address of its own. */
  open?: boolean;
}

export interface Removal {
  /** Asks before a row is removed; `read` is sent with the removal only, as the version that was read. */
  openRemoval: (row: RowRef, read?: Readonly<Record<string, unknown>>) => void;
  /** The button that opens 回收站, for those who may remove. */
  bin: ReactNode;
  /** To be rendered somewhere on the page. */
  parts: ReactNode;
}

/** `const { openRemoval, bin, parts } = useRemoval(devices, '设备')`; without routes there is nothing of it. */
export function useRemoval(
  routes: RemovalRoutes | null,
  noun: string,
  { onRemoved, refOf = ({ id }) => ({ id }), open = false }: Options = {},
): Removal {
  const may = useMay();
  const [asked, setAsked] = useState<{ row: RowRef; read: Readonly<Record<string, unknown>> } | null>(null);
  const [showing, setShowing] = useState(open);
  const mayRestore = routes !== null && may(routes.removed);
  return {
    openRemoval: (row, read = {}) => setAsked({ row, read }),
    bin: mayRestore && (
      <Button icon={<DeleteOutlined aria-hidden />} onClick={() => setShowing(true)}>
        回收站
      </Button>
    ),
    parts: routes && (
      <Suspense fallback={null}>
        {asked && (
          <RemovalDialog
            routes={routes}
            noun={noun}
            row={asked.row}
            read={asked.read}
            onRemoved={() => {
              setAsked(null);
              onRemoved?.(asked.row);
            }}
            onClose={() => setAsked(null)}
          />
        )}
        {showing && mayRestore && <RemovalBin routes={routes} noun={noun} refOf={refOf} onClose={() => setShowing(false)} />}
      </Suspense>
    ),
  };
}
