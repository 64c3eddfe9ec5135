/** What is known of indoor places as a spreadsheet, one signal a line, and the same from one. */
import { sql } from 'kysely';
import { z } from 'zod';
import { mac, type indoorPlaces as routes } from '#contract/devices/indoor-places.ts';
import { required } from '#contract/fields.ts';
import { titled } from '#contract/labels.ts';
import { indoorPlaceLabels } from '#contract/devices/indoor-places.labels.ts';
import type { Work } from '../context.ts';
import { contains } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { attempt, type Import, type Saved } from '../transfers/declarations.ts';
import type { Export } from '../transfers/exports.ts';
import { lockPlace, pointsOf, replacePoints, type Point } from './indoor-points.ts';

interface Line extends Point {
  building: string;
  floor: string;
  name: string;
}

const WIFI = 'Wi-Fi';
const HUNG = '信标（安装于此）';
const HEARD = '信标（采集到）';
const kinds = new Map([
  [WIFI, { beacon: false, installed: false }],
  [HUNG, { beacon: true, installed: true }],
  [HEARD, { beacon: true, installed: false }],
]);
const kindOf = ({ beacon, installed }: Point) => (installed ? HUNG : beacon ? HEARD : WIFI);

export const indoorSheet: Export<Line, SearchOf<typeof routes.page>> = {
  name: '室内位置',
  list: (session) =>
    listFrom({
      matching({ building, name, taught }: SearchOf<typeof routes.page>) {
        let query = db
          .selectFrom('indoor_points as p')
          .innerJoin('indoor_places as i', (on) => on.onRef('i.tenant_id', '=', 'p.tenant_id').onRef('i.id', '=', 'p.place_id'))
          .where('p.tenant_id', '=', session.tenantId);
        if (building) query = query.where('i.building', '=', building);
        if (name) query = query.where((eb) => contains('i.name')(eb, name));
        return taught === false ? query.where(sql<boolean>`false`) : query;
      },
      listed: (query) => query.select(['i.building', 'i.floor', 'i.name', 'p.mac', 'p.beacon', 'p.installed', 'p.rssi', 'p.samples']),
      order: () => [
        { column: 'i.place', direction: 'asc' },
        { column: 'p.mac', direction: 'asc' },
        { column: 'p.place_id', direction: 'asc' },
      ],
    }),
  columns: titled(indoorPlaceLabels, [
    { key: 'building', width: 14 },
    { key: 'floor', width: 10 },
    { key: 'name', width: 16 },
    { key: 'mac', value: (line) => line.mac.toUpperCase(), width: 22 },
    { key: 'kind', value: kindOf, width: 18 },
    { key: 'rssi', width: 10 },
    { key: 'samples', width: 10 },
  ]),
};

const rssi = z.number().min(-120, { error: '信号强度应在-120到0之间' }).max(0, { error: '信号强度应在-120到0之间' });
const form = z.object({
  building: required(20, '请输入楼栋'),
  floor: required(20, '请输入楼层'),
  name: required(20, '请输入房间或位置'),
  mac,
  kind: z.object({ beacon: z.boolean(), installed: z.boolean() }),
  rssi: rssi.optional(),
  samples: z.int({ error: '采集次数应为整数' }).min(0).max(10_000).optional(),
});
type Form = z.output<typeof form>;

const whereabouts = ({ building, floor, name }: Form) => [building, floor, name].join('\n');

/** Sets the points of one place to what its lines say. */
async function saveOne(lines: readonly Form[], work: Work): Promise<void> {
  const { tx } = work;
  const { building, floor, name } = lines[0] as Form;
  const place = await tx.row<{ id: number }>(
    sql`select id from indoor_places where tenant_id = ${tx.tenantId} and building = ${building} and floor = ${floor} and name = ${name}
      order by room_id nulls last limit 1`,
  );
  if (!place) throw refused('没有这个房间或位置，请先新增');
  await lockPlace(work, place.id);
  const given = lines.map((line) => ({
    mac: line.mac,
    ...line.kind,
    rssi: line.rssi ?? (line.kind.installed ? null : -75),
    samples: line.samples ?? 1,
  }));
  const kept = (await pointsOf(tx, place.id)).filter((point) => !given.some((one) => one.mac === point.mac));
  await replacePoints(
    work,
    place.id,
    [...kept, ...given],
    given.some(({ installed }) => !installed),
  );
}

export const indoorImport: Import<Form> = {
  noun: '室内位置',
  form,
  unique: [['building', 'floor', 'name', 'mac']],
  // All lines of a place are one change, which is taken back as one.
  async save(forms, context) {
    const saved: Saved[] = forms.map(() => ({ problem: null }));
    for (const [, own] of Map.groupBy(forms.keys(), (at) => whereabouts(forms[at] as Form))) {
      const outcome = await attempt(context, () =>
        saveOne(
          own.map((at) => forms[at] as Form),
          context,
        ),
      );
      for (const at of own) saved[at] = outcome;
    }
    return saved;
  },
  columns: titled(indoorPlaceLabels, [
    { key: 'building', required: true, example: '1号楼' },
    { key: 'floor', required: true, example: '3层' },
    { key: 'name', required: true, example: '302', hint: '须已在系统中' },
    { key: 'mac', required: true, example: 'AC:23:3F:A1:00:01', width: 22 },
    { key: 'kind', required: true, choices: () => kinds, example: HUNG, width: 18 },
    { key: 'rssi', kind: 'number', example: '-62', hint: 'dBm；信标可不填' },
    { key: 'samples', kind: 'number', example: '6' },
  ]),
};
