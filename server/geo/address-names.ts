/** Finds the administrative units that an address names. No coordinates here: server/geo/geocoder.ts places what is found. */
import { chainOf, flatten, isPseudo, levelOf, shortName, type Region } from '#contract/regions.rules.ts';

/** One reading of an address: the deepest unit named, where its name ends, and how far the words are from the unit's full name. */
export interface Reading {
  region: Region;
  start: number;
  end: number;
  /** 0 for full names; a former name costs 1, a short one 2, one with another suffix 3. */
  cost: number;
  /** How many units were named one after another. */
  named: number;
}

const COST = { full: 0, former: 1, short: 2 } as const;
/** From here on a reading rests on a name that is also an everyday word. */
export const LOOSE = COST.short;

interface Name {
  text: string;
  region: Region;
  kind: keyof typeof COST;
}

const ROAD = '[东西南北中环内外]{0,2}(?:路(?![南北]区|桥)|街|大道|道(?![里外真孚县])|巷|弄|胡同)';
const HOUSE =
  '公园|广场|花园|小区|新村|家园|社区|大厦|饭店|酒店|宾馆|书店|银行|医院|大学|中学|小学|学校|市场|商场|超市|公寓|公司|机场|湾(?!沚)';
/** 南京东路 is no place in 南京, 中山公园 none in 中山. */
const NOT_CITY = new RegExp(`^(?:${ROAD}|${HOUSE})`);
/** 和平里 and 余杭镇 neither; a county's short name is an everyday word more often than a city's. */
const NOT_DISTRICT = new RegExp(`^(?:${ROAD}|${HOUSE}|[大小新老]?(?:村|镇|乡|里|园|苑|庄|寨|屯|城|坊|桥|站|岛|府|院|馆|门|楼))`);
/** 东方市场 is not in 东方市, 白云区域 not in 白云区. */
const LONGER_WORD = /^(?:市场|区[域间块]|县道)/;
/** Words of every town; names only behind their city's. */
const GENERIC = /^(?:城区|郊区|矿区|东区|西区)$/;
const GENERIC_SHORT = /^(?:[东西南北新老中][市城]|城[东西南北中关厢])$/;
const SEPARATORS = /[,，、;；·/\\|>_()（）-]*(?:市辖区)?/y;

/** Normal form: compatibility characters folded, blanks and a leading 中国 gone. */
export const normalize = (address: string) => address.normalize('NFKC').replace(/\s+/g, '').replace(/^中国/, '');

/** Whether `region` lies in `other`. */
export const within = (region: Region, other: Region) =>
  region.c !== other.c && region.p === other.p && (!other.y || (!other.a && region.y === other.y));

function namesOf(region: Region): Name[] {
  const names: Name[] = [{ text: region.n, region, kind: 'full' }];
  const short = shortName(region.n);
  // 市中区 would turn every 济南市中心 into itself.
  if (short !== region.n && !short.startsWith('市')) names.push({ text: short, region, kind: 'short' });
  return names;
}

/** Whether what follows makes a longer word of the name, which then is no region. */
function partOfWord({ text, region, kind }: Name, rest: string): boolean {
  if (kind === 'full') return LONGER_WORD.test(text.slice(-1) + rest);
  return kind === 'short' && (levelOf(region) === 'district' ? NOT_DISTRICT : NOT_CITY).test(rest);
}

/**
 * A reader for one tree. `former` lists names that units had before, with the code of today.
 * It gives the longest readings of a normalized address with the least cost: several when a
 * name is borne by several units, none when nothing is named.
 */
export function addressReader(tree: readonly Region[], former: readonly (readonly [string, string])[]) {
  const byStart = new Map<string, Name[]>();
  const old = former.flatMap(([text, code]): Name[] => {
    const region = chainOf(tree, code).at(-1);
    return region && region.n !== text ? [{ text, region, kind: 'former' }] : [];
  });
  for (const name of [...flatten(tree).flatMap(namesOf), ...old]) {
    const key = name.text.slice(0, 2);
    const list = byStart.get(key);
    if (list) list.push(name);
    else byStart.set(key, [name]);
  }

  function* step(text: string, from: Reading, onlyFull: boolean): Generator<Reading> {
    const chained = from.named > 0;
    for (const name of byStart.get(text.slice(from.end, from.end + 2)) ?? []) {
      const { region, kind } = name;
      if (!text.startsWith(name.text, from.end) || (chained && !within(region, from.region)) || (onlyFull && kind === 'short')) continue;
      if (!chained && (isPseudo(region) || GENERIC.test(name.text) || (kind === 'short' && GENERIC_SHORT.test(name.text)))) continue;
      const end = from.end + name.text.length;
      const rest = text.slice(end);
      if (partOfWord(name, rest)) continue;
      const reading = { region, start: from.start, end, cost: from.cost + COST[kind], named: from.named + 1 };
      yield reading;
      // Counties become cities and districts; the old suffix stays in use. Only where the parent leaves no doubt.
      if (kind === 'short' && chained && levelOf(region) === 'district' && /^[市区县]/.test(rest) && !LONGER_WORD.test(rest))
        yield { ...reading, end: end + 1, cost: reading.cost + 1 };
    }
  }

  function* readings(text: string, from: Reading, onlyFull: boolean): Generator<Reading> {
    for (const reading of step(text, from, onlyFull)) {
      yield reading;
      SEPARATORS.lastIndex = reading.end;
      let next = reading.end + (SEPARATORS.exec(text)?.[0].length ?? 0);
      const { region } = reading;
      // 北京市北京市朝阳区 and 重庆市县城口县: the city column of a municipality.
      if (!region.y && region.d?.[0]?.a) {
        if (text.startsWith(region.n, next)) next += region.n.length;
        else if (/^县.+县/.test(text.slice(next))) yield* readings(text, { ...reading, end: next + 1 }, false);
      }
      yield* readings(text, { ...reading, end: next }, false);
    }
  }

  return function read(text: string): Reading[] {
    for (let start = 0; start < text.length; start++) {
      let best: Reading[] = [];
      const origin: Reading = { region: tree[0] as Region, start, end: start, cost: 0, named: 0 };
      for (const reading of readings(text, origin, start > 0)) {
        const [top] = best;
        if (!top || reading.end > top.end || (reading.end === top.end && reading.cost < top.cost)) best = [reading];
        else if (reading.end === top.end && reading.cost === top.cost && best.every(({ region }) => region.c !== reading.region.c))
          best.push(reading);
      }
      if (best.length > 0) return best;
    }
    return [];
  };
}
