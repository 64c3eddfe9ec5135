/** /cloudcall/callmenu 语音菜单: what callers are led through by keys. */
import { Button, Input } from 'antd';
import { useState } from 'react';
import { callMenuLabels } from '#contract/calls/call-menus.labels.ts';
import { partsOf } from '#contract/calls/call-menus.rules.ts';
import { callMenus } from '#contract/calls/call-menus.ts';
import { callSounds } from '#contract/calls/call-sounds.ts';
import { titled } from '#contract/labels.ts';
import { useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { windowText } from '#web/ui/time-windows.tsx';
import { SoundsDrawer } from './sounds-drawer.tsx';

type Row = RowOf<typeof callMenus.page>;
const Filter = labelledFilter(callMenuLabels);

const keysText = ({ tree }: Row) =>
  tree.keys.map(({ key, name }) => `${key} ${name}`).join('、') + (partsOf(tree).length > 1 ? `（共${partsOf(tree).length}层菜单）` : '');

const columns: Column<Row>[] = titled(callMenuLabels, [
  { key: 'name', width: 160, pin: 'left', sort: 'name' },
  { key: 'tree', width: 320, render: keysText },
  { key: 'usedBy', width: 220, render: ({ usedBy }) => usedBy.join('、') || '没有来电入口' },
  { key: 'hours', width: 200, render: ({ hours }) => (hours.length === 0 ? '全天' : hours.map(windowText).join('；')) },
  { key: 'holidays', width: 110, minor: 1, render: ({ holidays }) => (holidays ? '服务' : '休息') },
  { key: 'enabled', width: 80, render: ({ enabled }) => (enabled ? '启用' : '停用') },
  { key: 'createTime', width: 172, minor: 2 },
]);

const filters = (
  <Filter name="name">
    <Input placeholder="请输入菜单名称" allowClear maxLength={30} />
  </Filter>
);

const edit = (id: number) => go(`/cloudcall/callmenu/edit?id=${id}`);

export default function CallMenus() {
  const may = useMay();
  const [sounds, setSounds] = useState(false);
  const remove = useSend(callMenus.remove, { changes: [callMenus.page] });
  return (
    <>
      <DataTable
        name="call-menus"
        noun="语音菜单"
        route={callMenus.page}
        columns={columns}
        filters={filters}
        onAdd={may(callMenus.create) ? () => go('/cloudcall/callmenu/edit') : undefined}
        extra={may(callSounds.page) && <Button onClick={() => setSounds(true)}>语音文件</Button>}
        onRowDoubleClick={({ id }) => edit(id)}
        actions={(row) => [
          { label: may(callMenus.update) ? '编辑和试拨' : '查看和试拨', onClick: () => edit(row.id) },
          {
            label: '删除',
            danger: true,
            menu: true,
            confirm:
              row.usedBy.length > 0
                ? `“${row.name}”正被${row.usedBy.join('、')}使用，请先在那里更换，之后才能删除`
                : `确定删除语音菜单“${row.name}”和它的${partsOf(row.tree).flatMap(({ keys }) => keys).length}个按键吗？删除后不能恢复`,
            onClick: () => row.usedBy.length === 0 && remove.mutate({ id: row.id }),
            when: may(callMenus.remove),
          },
        ]}
      />
      {sounds && <SoundsDrawer onClose={() => setSounds(false)} />}
    </>
  );
}
