/** Rules over the national tree of administrative units (contract/data/regions.json). Pure: whoever has the tree passes it. */

/** A node as the specification names it: code, name, two-digit codes of province, city and district, and the list below. */
export interface Region {
  c: string;
  n: string;
  p: string;
  /** Absent on a province. */
  y?: string;
  /** Absent on a province and a city. */
  a?: string;
  /** Absent on a district; empty on cities without districts and on 台湾, 香港, 澳门. */
  d?: Region[];
}

export type RegionLevel = 'province' | 'city' | 'district';

export interface RegionOption {
  value: string;
  label: string;
  children?: RegionOption[];
}

/** Names that stand where a city stands but are no place. */
const FILLERS = /^(?:市辖区|县|(?:省|自治区)直辖县级行政区划)$/;

/** Whether a region only fills a level of the tree, as 市辖区 does. */
export const isPseudo = (region: Region) => FILLERS.test(region.n);

/** Province, city or district. */
export const levelOf = (region: Region): RegionLevel => (region.a ? 'district' : region.y ? 'city' : 'province');

/** The nodes from the province down to `code`, a six-digit code; empty when the tree does not have it. */
export function chainOf(tree: readonly Region[], code: string): Region[] {
  const province = tree.find(({ p }) => p === code.slice(0, 2));
  if (!province || !/^\d{6}$/.test(code)) return [];
  if (province.c === code) return [province];
  for (const unit of province.d ?? []) {
    if (unit.c === code) return [province, unit];
    const district = unit.y === code.slice(2, 4) ? unit.d?.find(({ c }) => c === code) : undefined;
    if (district) return [province, unit, district];
  }
  return [];
}

/** The node of a six-digit code; null when there is none. */
export const findRegion = (tree: readonly Region[], code: string): Region | null => chainOf(tree, code).at(-1) ?? null;

/** `440305` → `['广东省', '深圳市', '南山区']`; a Chongqing district has two names. Empty when the code is unknown. */
export const namesOf = (tree: readonly Region[], code: string): string[] => chainOf(tree, code).map(({ n }) => n);

/** Every node of the tree, parents before their children, in the order of the tree. */
export const flatten = (tree: readonly Region[]): Region[] => tree.flatMap((region) => [region, ...flatten(region.d ?? [])]);

/** What a cascader shows. Units without a list below, and those whose list is empty, are leaves. */
export function optionsOf(tree: readonly Region[]): RegionOption[] {
  return tree.map(({ c, n, d }) => (d?.length ? { value: c, label: n, children: optionsOf(d) } : { value: c, label: n }));
}

const NATIONS =
  '阿昌|白|保安|布朗|布依|朝鲜|达斡尔|傣|德昂|东乡|侗|独龙|鄂伦春|俄罗斯|鄂温克|高山|仡佬|哈尼|哈萨克|赫哲|回|基诺|京|景颇|柯尔克孜|拉祜|黎|傈僳|珞巴|满|毛南|门巴|蒙古|苗|仫佬|纳西|怒|普米|羌|撒拉|畲|水|塔吉克|塔塔尔|土|土家|佤|维吾尔|乌孜别克|锡伯|瑶|彝|裕固|藏|壮|各';
/** 族 may only be left out after names of two or more characters: 内蒙古, but never 白 or 水. */
const TRAILING_NATIONS = new RegExp(
  `(?<=..)(?:(?:${NATIONS})族|(?:${NATIONS.split('|')
    .filter((nation) => nation.length > 1)
    .join('|')}))+$`,
);
const SUFFIX = /(?:特别行政区|自治[区州县旗]|地区|林区|特区|新区|[省市区县盟旗])$/;

/**
 * The name without what kind of unit it is: 杭州市 → 杭州, 广西壮族自治区 → 广西, 延边朝鲜族自治州 → 延边.
 * The name itself when less than two characters would be left (赵县) or when it is no place (市辖区).
 */
export function shortName(name: string): string {
  if (FILLERS.test(name)) return name;
  let bare = name.replace(SUFFIX, '');
  if (/自治[州县旗区]$|族区$/.test(name) && name !== '内蒙古自治区') bare = bare.replace(TRAILING_NATIONS, '').replace(/族$/, '');
  // 碑林区 is no 林区.
  if (bare.length < 2) bare = name.replace(/[省市区县盟旗]$/, '');
  return bare.length < 2 ? name : bare;
}

export type Resolved = { codes: string[] } | { unknown: string };

/**
 * Codes of a list of names from the province down, as people write them into a table: 省/市 may be missing, blank cells, 市辖区 and
 * a municipality's name in the city column are passed over. `{ unknown }` names the first that is not below its predecessor.
 */
export function resolveNames(tree: readonly Region[], names: readonly string[]): Resolved {
  const codes: string[] = [];
  let scope = tree;
  let last: Region | null = null;
  for (const name of names.map((each) => each.trim())) {
    const repeats: boolean =
      last !== null && !last.y && (name === last.n || name === shortName(last.n)) && !scope.some(({ n }) => n === name);
    const found: Region | undefined = scope.find(({ n }) => n === name) ?? pick(scope, name);
    if (name === '' || (!found && (repeats || FILLERS.test(name)))) continue;
    if (!found) return { unknown: name };
    // A county under a province's pseudo-city, or one whose city was left out, brings its city along.
    codes.push(
      ...chainOf(tree, found.c)
        .map(({ c }) => c)
        .slice(codes.length),
    );
    last = found;
    scope = found.d ?? [];
  }
  return { codes };
}

/**
 * The one unit that the name can mean: in the scope itself, else among the cities below it,
 * else among the districts; undefined when several can be meant.
 */
function pick(scope: readonly Region[], name: string): Region | undefined {
  const below = flatten(scope);
  for (const units of [scope, below.filter((unit) => levelOf(unit) === 'city'), below.filter((unit) => levelOf(unit) === 'district')]) {
    const full = units.filter(({ n }) => n === name);
    const found = full.length > 0 ? full : units.filter((unit) => !isPseudo(unit) && shortName(unit.n) === name);
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}
