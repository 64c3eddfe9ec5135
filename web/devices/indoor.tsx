/** /device/indoor 室内定位: which rooms are taught, teaching one in a minute, and trying where a device would be placed. */
import { Button, Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { indoorPlaces } from '#contract/devices/indoor-places.ts';
import { titled } from '#contract/labels.ts';
import { indoorPlaceLabels } from '#contract/devices/indoor-places.labels.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { labelledField, FormSection } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { IndoorPoints } from './indoor-points.tsx';
import { placeName, type IndoorRow } from './indoor-rows.ts';
import { IndoorTeach } from './indoor-teach.tsx';
import { IndoorTest } from './indoor-test.tsx';
import './indoor.css';

const Field = labelledField(indoorPlaceLabels);
const Filter = labelledFilter(indoorPlaceLabels);

/** Fewer say no room. */
const LEAST = 2;

function Taught({ row: { accessPoints, beacons, teachTime } }: { row: IndoorRow }) {
  if (accessPoints + beacons === 0) return <Tag>未采集</Tag>;
  if (beacons === 0 && accessPoints < LEAST) return <Tag color="warning">信号太少</Tag>;
  return <Tag color="success">{teachTime ? '已采集' : '已登记信标'}</Tag>;
}

const columns: Column<IndoorRow>[] = titled(indoorPlaceLabels, [
  { key: 'building', width: 120, pin: 'left' },
  { key: 'floor', width: 90 },
  { key: 'name', width: 140 },
  { key: 'roomId', width: 96, render: ({ roomId }) => (roomId === null ? <Tag color="processing">公共区域</Tag> : '房间') },
  { key: 'state', width: 110, render: (row) => <Taught row={row} /> },
  { key: 'accessPoints', width: 110, align: 'right' },
  { key: 'beacons', width: 80, align: 'right' },
  { key: 'teachTime', width: 172, sort: 'teach_time' },
  { key: 'teachBy', width: 110 },
]);

const filters = (
  <>
    <Filter name="building">
      <Input placeholder="如 1号楼" allowClear maxLength={20} />
    </Filter>
    <Filter name="name" label="位置">
      <Input placeholder="如 302、餐厅" allowClear maxLength={20} />
    </Filter>
    <Filter name="taught">
      <Select allowClear placeholder="全部" options={choices({ false: '未采集', true: '已采集' })} />
    </Filter>
  </>
);

const form = (
  <FormSection title="公共区域">
    <Field name="building">
      <Input placeholder="如 1号楼" maxLength={20} />
    </Field>
    <Field name="floor">
      <Input placeholder="如 1层" maxLength={20} />
    </Field>
    <Field name="name" label="位置名称" wide extra="房间不用在这里新增：“房间床位”里的每个房间都已在列表中">
      <Input placeholder="如 餐厅、花园、3层走廊" maxLength={20} />
    </Field>
  </FormSection>
);

const toForm = ({ building, floor, name }: IndoorRow) => ({ building, floor, name });

export default function Indoor() {
  const may = useMay();
  const [teaching, setTeaching] = useState<IndoorRow | null>(null);
  const [shown, setShown] = useState<IndoorRow | null>(null);
  const [testing, setTesting] = useState(false);
  const [editing, setEditing] = useState<{ id: number | null } | null>(null);
  const remove = useSend(indoorPlaces.remove, { changes: [indoorPlaces.page] });
  const clear = useSend(indoorPlaces.clear, { changes: [indoorPlaces.page] });
  const undo = useSend(indoorPlaces.undo, { changes: [indoorPlaces.page] });
  const mayEdit = may(indoorPlaces.teach);
  return (
    <>
      <DataTable
        name="indoor-places"
        noun="室内位置"
        route={indoorPlaces.page}
        exportRoute={indoorPlaces.export}
        imports={indoorPlaces}
        columns={columns}
        filters={filters}
        addLabel="新增公共区域"
        onAdd={may(indoorPlaces.create) ? () => setEditing({ id: null }) : undefined}
        extra={<Button onClick={() => setTesting(true)}>定位测试</Button>}
        actions={(row) => [
          { label: row.teachTime ? '重新采集' : '采集', onClick: () => setTeaching(row), when: mayEdit },
          { label: '信号', onClick: () => setShown(row) },
          { label: '撤销上次修改', onClick: () => undo.mutate({ id: row.id }), when: mayEdit && row.undoable },
          { label: '编辑', onClick: () => setEditing({ id: row.id }), when: row.roomId === null && may(indoorPlaces.update) },
          {
            label: '清除',
            danger: true,
            menu: true,
            confirm: `清除${placeName(row)}的全部信号？可以撤销一次`,
            onClick: () => clear.mutate({ id: row.id }),
            when: mayEdit && row.accessPoints + row.beacons > 0,
          },
          {
            label: '删除',
            danger: true,
            menu: true,
            confirm: `确定删除${placeName(row)}吗？删除后不能恢复`,
            onClick: () => remove.mutate({ id: row.id }),
            when: row.roomId === null && row.accessPoints + row.beacons === 0 && may(indoorPlaces.remove),
          },
        ]}
      />
      {editing && (
        <CrudDrawer noun="公共区域" routes={indoorPlaces} id={editing.id} toForm={toForm} size="small" onClose={() => setEditing(null)}>
          {form}
        </CrudDrawer>
      )}
      {teaching && <IndoorTeach key={teaching.id} place={teaching} onClose={() => setTeaching(null)} />}
      {shown && <IndoorPoints key={shown.id} place={shown} onClose={() => setShown(null)} />}
      {testing && <IndoorTest onClose={() => setTesting(false)} />}
    </>
  );
}
