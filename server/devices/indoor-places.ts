/** 室内定位: the places of the house and what is known of each. Rooms come and go with the rooms themselves (app.place_of_room). */
import { sql } from 'kysely';
import type { z } from 'zod';
import { indoorPlaces as routes } from '#contract/devices/indoor-places.ts';
import { explaining } from '../db/constraints.ts';
import type { Work } from '../context.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, matching, reads, withColumns, writes, type ListOf } from '../lists/crud.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import type { SortOrder } from '../lists/list-cache.ts';
import { exporting } from '../transfers/exports.ts';
import { importing } from '../transfers/imports.ts';
import { lockPlace, pointsOf, replacePoints, undoPoints } from './indoor-points.ts';
import { indoorImport, indoorSheet } from './indoor-sheet.ts';
import { teachings } from './indoor-teachings.ts';
import { carriedOf } from './placings.ts';

const own = { table: 'indoor_places', noun: '室内位置' } as const;
const counted = (beacon: boolean) => () =>
  sql`(select count(*)::integer from indoor_points p where p.tenant_id = indoor_places.tenant_id and p.place_id = indoor_places.id
    and p.beacon = ${sql.lit(beacon)})`;
const taught = sql<boolean>`exists (select from indoor_points p where p.tenant_id = indoor_places.tenant_id
  and p.place_id = indoor_places.id)`;

type Row = z.input<typeof routes.get.output>;

const list: ListOf<typeof routes.page, 'indoor_places'> = {
  ...own,
  columns: {
    id: 'id',
    roomId: 'room_id',
    building: 'building',
    floor: 'floor',
    name: 'name',
    accessPoints: counted(false),
    beacons: counted(true),
    teachTime: 'taught_at',
    teachBy: lookup('users', 'name', 'indoor_places.taught_by'),
    undoable: () => sql`before is not null`,
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    building: equals('building'),
    name: contains('name'),
    taught: (_eb, wanted) => (wanted ? taught : sql<boolean>`not ${taught}`),
  },
};
const sorts = { teach_time: 'taught_at', id: 'id', create_time: 'created_at' };
/** The order of the house. */
const house: SortOrder = [
  { column: 'place', direction: 'asc' },
  { column: 'id', direction: 'asc' },
];

const plain = writes({ ...own, fields: { building: 'building', floor: 'floor', name: 'name' } });
const sameName = { indoor_places_named: conflict('该楼层已有同名位置') };

/** A place that is a room is changed where rooms are. */
async function refuseRoom(work: Work, id: number): Promise<void> {
  if ((await lockPlace(work, id)).roomId !== null) throw refused('房间请到“房间床位”中修改或删除；这里只清除采集的信号');
}

export const indoorPlaces: Handlers<typeof routes> = {
  ...reads(list),
  ...teachings,
  export: exporting(routes.export, indoorSheet),
  ...importing(routes, indoorImport),

  page(input, context) {
    const order = input.ascs || input.descs ? orderOf(input, sorts, 'created_at') : house;
    return pageOf(
      context,
      input,
      matching(list, input, context.session),
      (query) => inOrder(withColumns<Row>(query, list.columns), order),
      order,
    );
  },

  create: (input, context) => explaining(sameName, plain.create(input, context)),

  async update(input, context) {
    await refuseRoom(context, input.id);
    return explaining(sameName, plain.update(input, context));
  },

  async remove(input, context) {
    await refuseRoom(context, input.id);
    return plain.remove(input, context);
  },

  async points({ id }, context) {
    const { tx } = context;
    await reads(list).get({ id }, context);
    const [points, moving] = await Promise.all([pointsOf(tx, id), carriedOf(tx)]);
    return points.map((point) => ({ ...point, carried: moving.has(point.mac) }));
  },

  async addBeacon({ id, mac }, context) {
    await lockPlace(context, id);
    const points = await pointsOf(context.tx, id);
    if (points.some((point) => point.mac === mac && point.installed)) throw conflict('该信标已登记在这里');
    const others = points.filter((point) => point.mac !== mac);
    await replacePoints(context, id, [...others, { mac, beacon: true, installed: true, rssi: null, samples: 0 }], false);
    return true;
  },

  async removePoint({ id, mac }, context) {
    await lockPlace(context, id);
    const points = await pointsOf(context.tx, id);
    const others = points.filter((point) => point.mac !== mac);
    if (others.length === points.length) throw notFound('信号');
    await replacePoints(context, id, others, false);
    return true;
  },

  async clear({ id }, context) {
    await lockPlace(context, id);
    if ((await pointsOf(context.tx, id)).length === 0) throw refused('这里还没有采集过');
    await replacePoints(context, id, [], false);
    return true;
  },

  async undo({ id }, context) {
    await undoPoints(context, id);
    return true;
  },
};
