/** 回收站: what was removed from a list, as long as it can come back. */
import { Input, Tag } from 'antd';
import { titled } from '#contract/labels.ts';
import { removalLabels } from '#contract/removals.labels.ts';
import { KEPT_DAYS, type removalRoutes } from '#contract/removals.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from './columns.ts';
import { DataTable, type RowOf } from './data-table.tsx';
import { SideDrawer } from './drawer.tsx';
import { useReadAgain, useRestore, type RemovalRoutes, type RowRef } from './removal-calls.ts';
import { labelledFilter } from './search-form.tsx';

type Removed = ReturnType<typeof removalRoutes>['removed'];
const Filter = labelledFilter(removalLabels);

/** From here on a row is nearly gone. */
const SOON = 3;

const columns: Column<RowOf<Removed>>[] = titled(removalLabels, [
  { key: 'name', width: 140, pin: 'left' },
  { key: 'daysLeft', width: 84, render: ({ daysLeft }) => <Tag color={daysLeft <= SOON ? 'error' : 'default'}>{daysLeft} 天</Tag> },
  { key: 'detail', width: 160 },
  { key: 'deleteName', width: 80 },
  { key: 'deleteTime', width: 168, sort: 'delete_time' },
]);

interface Props {
  routes: RemovalRoutes;
  noun: string;
  refOf: (row: { id: number; key?: string }) => RowRef;
  onClose: () => void;
}

export function RemovalBin({ routes, noun, refOf, onClose }: Props) {
  const readAgain = useReadAgain();
  const { restore, restoring } = useRestore(routes);
  const purge = useSend(routes.purge, { onSuccess: readAgain, onError: readAgain });
  return (
    <SideDrawer title={`回收站（删除后保留${KEPT_DAYS}天）`} open size="large" onClose={onClose}>
      <DataTable<Removed>
        name="removed"
        noun={`已删除的${noun}`}
        route={routes.removed as Removed}
        columns={columns}
        filters={
          <Filter name="name">
            <Input placeholder="名称、编号或说明" allowClear maxLength={40} />
          </Filter>
        }
        state="own"
        height="parent"
        actions={(row) => [
          { label: '恢复', onClick: () => restore(refOf(row)), disabled: restoring },
          {
            label: '立即清除',
            danger: true,
            confirm: `立即清除“${row.name}”？清除后不能恢复`,
            onClick: () => purge.mutate(refOf(row) as never),
            disabled: purge.isPending,
          },
        ]}
      />
    </SideDrawer>
  );
}
