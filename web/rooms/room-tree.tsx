/** The house at the left of its beds: buildings, floors, rooms, with how many beds are free. */
import { Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import type { Building } from '#contract/rooms/rooms.ts';

/** What of the house is shown: nothing is all of it. */
export interface Place {
  building?: string;
  floor?: string;
  roomId?: number;
  /** The room's name. */
  name?: string;
}

/** Blanks and slashes may be in names. */
export const keyOf = ({ building, floor, roomId }: Place) => JSON.stringify(roomId ? [roomId] : [building, floor]);

/** The place of a room by its id; the id alone while the house is not read. */
export function placeOfRoom(buildings: readonly Building[], id: number): Place {
  for (const { building, floors } of buildings)
    for (const { floor, rooms } of floors)
      for (const room of rooms) if (room.id === id) return { building, floor, roomId: id, name: room.name };
  return { roomId: id };
}

interface Room {
  beds: number;
  free: number;
}

const titleOf = (name: string, rooms: readonly Room[]) => {
  const [beds, free] = [rooms.reduce((sum, room) => sum + room.beds, 0), rooms.reduce((sum, room) => sum + room.free, 0)];
  return (
    <span className="r-line">
      <span className="r-name" title={name}>
        {name}
      </span>
      <span className="r-count" aria-label={`${beds}张床位，空闲${free}张`} title={`${beds}张床位，空闲${free}张`}>
        {free}/{beds}
      </span>
    </span>
  );
};

/** The tree, and what each of its keys means. */
function toTree(buildings: readonly Building[]): { nodes: TreeDataNode[]; places: Map<string, Place> } {
  const places = new Map<string, Place>();
  const node = (place: Place, name: string, rooms: readonly Room[], children: TreeDataNode[]): TreeDataNode => {
    places.set(keyOf(place), place);
    return { key: keyOf(place), title: titleOf(name, rooms), children };
  };
  const nodes = buildings.map(({ building, floors }) =>
    node(
      { building },
      building,
      floors.flatMap(({ rooms }) => rooms),
      floors.map(({ floor, rooms }) =>
        node(
          { building, floor },
          floor,
          rooms,
          rooms.map((room) => node({ building, floor, roomId: room.id, name: room.name }, room.name, [room], [])),
        ),
      ),
    ),
  );
  return { nodes, places };
}

interface Props {
  buildings: readonly Building[];
  value: Place;
  onChange: (place: Place) => void;
}

export function RoomTree({ buildings, value, onChange }: Props) {
  const { nodes, places } = useMemo(() => toTree(buildings), [buildings]);
  /** What was opened and closed by hand; else buildings are open, and the floor that is shown. */
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { building, floor } = value;
  const all = building === undefined;
  const shown = keyOf({ ...(building ? { building } : {}), ...(floor ? { floor } : {}) });
  const expanded = [...places].flatMap(([key, { floor: within, roomId }]) =>
    roomId === undefined && (toggled.get(key) ?? (within === undefined || key === shown)) ? [key] : [],
  );
  return (
    <nav className="y-side-tree" aria-label="房间">
      <p className="r-caption" aria-hidden>
        空闲 / 床位
      </p>
      <button type="button" aria-pressed={all} onClick={() => onChange({})}>
        {titleOf(
          '全部房间',
          buildings.flatMap(({ floors }) => floors.flatMap(({ rooms }) => rooms)),
        )}
      </button>
      {nodes.length > 0 && (
        <Tree
          treeData={nodes}
          blockNode
          expandedKeys={expanded}
          onExpand={(_keys, { node, expanded: open }) => setToggled(new Map(toggled).set(String(node.key), open))}
          selectedKeys={all ? [] : [keyOf(value)]}
          onSelect={(keys) => onChange(places.get(String(keys[0])) ?? {})}
        />
      )}
    </nav>
  );
}
