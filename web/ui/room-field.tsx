/** A room of the institution, by id. */
import { ConfigProvider, TreeSelect } from 'antd';
import { placeText } from '#contract/rooms/places.rules.ts';
import { rooms, type Building } from '#contract/rooms/rooms.ts';
import { useCall } from '#web/api/call.ts';

/** What is searched and shown once it is chosen names the building; inside the tree the room's own name is enough. */
const nodesOf = (buildings: readonly Building[]) =>
  buildings.map(({ building, floors }) => ({
    value: `b ${building}`,
    title: building,
    label: building,
    selectable: false,
    children: floors.map(({ floor, rooms: list }) => ({
      value: `f ${building} ${floor}`,
      title: floor,
      label: floor,
      selectable: false,
      children: list.map(({ id, name }) => ({ value: id, title: name, label: placeText({ building, floor, roomName: name }) ?? name })),
    })),
  }));

interface Props {
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
  placeholder?: string;
}

export function RoomField({ id, value, onChange, placeholder = '请选择房间' }: Props) {
  const { componentDisabled } = ConfigProvider.useConfig();
  const { data, isPending, isError, refetch } = useCall(rooms.tree, {}, { staleTime: 60_000, quiet: true });
  return (
    <TreeSelect
      id={id}
      value={value ?? undefined}
      onChange={(one: number | string | undefined) => onChange?.(typeof one === 'number' ? one : null)}
      treeData={nodesOf(data ?? [])}
      treeTitleRender={({ title }) => title}
      treeNodeLabelProp="label"
      // antd names a list that it does not draw for trees.
      popupRender={(tree) => <div id={`${id}_list`}>{tree}</div>}
      showSearch={{ treeNodeFilterProp: 'label' }}
      allowClear
      loading={isPending}
      status={isError ? 'warning' : ''}
      onOpenChange={(open) => open && isError && void refetch()}
      placeholder={placeholder}
      disabled={componentDisabled}
      notFoundContent={isError ? '加载失败，请重新打开' : isPending ? '加载中…' : '暂无房间'}
    />
  );
}
