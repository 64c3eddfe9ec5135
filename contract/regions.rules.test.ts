import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { RegionTree } from './regions.ts';
import {
  chainOf,
  findRegion,
  flatten,
  isPseudo,
  levelOf,
  namesOf,
  optionsOf,
  resolveNames,
  shortName,
  type Region,
} from './regions.rules.ts';

const tree: Region[] = JSON.parse(readFileSync(new URL('./data/regions.json', import.meta.url), 'utf8'));
const all = flatten(tree);

describe('the reference data', () => {
  it('has 34 provinces, each code once, and fits the contract', () => {
    assert.equal(tree.length, 34);
    assert.equal(new Set(all.map(({ c }) => c)).size, all.length);
    assert.ok(all.length > 3_200 && all.length < 3_300, `${all.length} units`);
    assert.deepEqual(RegionTree.parse(tree), tree);
  });

  it('spells every code out of p, y and a', () => {
    for (const { c, p, y = '00', a = '00' } of all) assert.equal(c, p + y + a);
  });

  for (const [code, name] of [
    ['441900', '东莞市'],
    ['442000', '中山市'],
    ['460300', '三沙市'],
    ['460400', '儋州市'],
    ['620200', '嘉峪关市'],
    ['710000', '台湾省'],
    ['810000', '香港特别行政区'],
    ['820000', '澳门特别行政区'],
  ] as const) {
    it(`${name} has an empty list`, () => {
      const region = findRegion(tree, code);
      assert.equal(region?.n, name);
      assert.deepEqual(region?.d, []);
    });
  }

  it('no other list is empty', () => {
    assert.equal(all.filter(({ d }) => d?.length === 0).length, 8);
  });

  for (const [code, count] of [
    ['110000', 16],
    ['120000', 16],
    ['310000', 16],
    ['500000', 38],
  ] as const) {
    it(`${code} has its ${count} districts directly below`, () => {
      const units = findRegion(tree, code)?.d ?? [];
      assert.equal(units.length, count);
      assert.ok(units.every((unit) => unit.a && unit.y && unit.d === undefined));
    });
  }

  it('keeps the pseudo-city of Hubei', () => {
    const city = findRegion(tree, '429000');
    assert.deepEqual({ c: city?.c, n: city?.n, p: city?.p, y: city?.y }, { c: '429000', n: '省直辖县级行政区划', p: '42', y: '90' });
    assert.deepEqual(
      city?.d?.map(({ n }) => n),
      ['仙桃市', '潜江市', '天门市', '神农架林区'],
    );
    assert.ok(city && isPseudo(city));
  });

  it('knows the units of today and not those of before', () => {
    for (const [code, name] of [
      ['540481', '米林市'],
      ['540581', '错那市'],
      ['659012', '白杨市'],
      ['320614', '海门区'],
      ['653228', '和康县'],
      ['653229', '和安县'],
      ['419001', '济源市'],
    ])
      assert.equal(findRegion(tree, code as string)?.n, name);
    for (const code of ['330104', '350402', '540422']) assert.equal(findRegion(tree, code), null);
  });
});

describe('codes and names', () => {
  for (const [code, names, level] of [
    ['440305', ['广东省', '深圳市', '南山区'], 'district'],
    ['500229', ['重庆市', '城口县'], 'district'],
    ['441900', ['广东省', '东莞市'], 'city'],
    ['429004', ['湖北省', '省直辖县级行政区划', '仙桃市'], 'district'],
    ['810000', ['香港特别行政区'], 'province'],
  ] as const) {
    it(`${code} is ${names.join('')}`, () => {
      assert.deepEqual(namesOf(tree, code), names);
      assert.equal(levelOf(findRegion(tree, code) as Region), level);
    });
  }

  for (const code of ['', '44', '990000', '440399', '4403050', '__proto', '500100']) {
    it(`“${code}” is no unit`, () => {
      assert.deepEqual(chainOf(tree, code), []);
      assert.equal(findRegion(tree, code), null);
    });
  }

  it('every unit is found by its code', () => {
    for (const region of all) assert.equal(findRegion(tree, region.c), region);
  });
});

describe('shortName', () => {
  for (const [name, short] of [
    ['浙江省', '浙江'],
    ['内蒙古自治区', '内蒙古'],
    ['广西壮族自治区', '广西'],
    ['新疆维吾尔自治区', '新疆'],
    ['香港特别行政区', '香港'],
    ['杭州市', '杭州'],
    ['延边朝鲜族自治州', '延边'],
    ['克孜勒苏柯尔克孜自治州', '克孜勒苏'],
    ['双江拉祜族佤族布朗族傣族自治县', '双江'],
    ['鄂温克族自治旗', '鄂温克'],
    ['东乡族自治县', '东乡'],
    ['浦东新区', '浦东'],
    ['碑林区', '碑林'],
    ['管城回族区', '管城'],
    ['锡林郭勒盟', '锡林郭勒'],
    ['赵县', '赵县'],
    ['市辖区', '市辖区'],
  ] as const) {
    it(`${name} → ${short}`, () => assert.equal(shortName(name), short));
  }
});

describe('resolveNames', () => {
  for (const [names, codes] of [
    [
      ['浙江省', '杭州市', '西湖区'],
      ['330000', '330100', '330106'],
    ],
    [
      ['浙江', '杭州', '西湖'],
      ['330000', '330100', '330106'],
    ],
    [
      ['重庆市', '重庆市', '万州区'],
      ['500000', '500101'],
    ],
    [
      ['重庆市', '县', '城口县'],
      ['500000', '500229'],
    ],
    [
      ['北京市', '市辖区', '朝阳区'],
      ['110000', '110105'],
    ],
    [
      ['北京市', '', '朝阳区'],
      ['110000', '110105'],
    ],
    [
      ['湖北省', '仙桃市'],
      ['420000', '429000', '429004'],
    ],
    [
      ['湖北省', '省直辖县级行政区划', '仙桃市'],
      ['420000', '429000', '429004'],
    ],
    [
      ['广东省', '东莞市'],
      ['440000', '441900'],
    ],
    [
      ['吉林省', '吉林市', '船营区'],
      ['220000', '220200', '220204'],
    ],
    [
      ['杭州市', '西湖区'],
      ['330000', '330100', '330106'],
    ],
    [['西安'], ['610000', '610100']],
    [['昆山市'], ['320000', '320500', '320583']],
    [['台湾省'], ['710000']],
    [[' ', ''], []],
  ] as const) {
    it(`${names.join('/')} → ${codes.join('/')}`, () => assert.deepEqual(resolveNames(tree, names), { codes }));
  }

  for (const [names, unknown] of [
    [['浙江省', '南昌市'], '南昌市'],
    [['浙江省', '杭州市', '不存在区'], '不存在区'],
    [['朝阳区'], '朝阳区'],
    [['广东省', '东莞市', '南城街道'], '南城街道'],
  ] as const) {
    it(`${names.join('/')} stops at ${unknown}`, () => assert.deepEqual(resolveNames(tree, names), { unknown }));
  }

  it('finds every unit by its own names', () => {
    for (const { c } of all) assert.deepEqual(resolveNames(tree, namesOf(tree, c)), { codes: chainOf(tree, c).map((unit) => unit.c) });
  });
});

describe('optionsOf', () => {
  const options = optionsOf(tree);
  const option = (...path: string[]) =>
    path.reduce((at, value) => at?.children?.find((each) => each.value === value), { value: '', label: '', children: options } as
      | (typeof options)[number]
      | undefined);

  it('nests three levels, two in Chongqing', () => {
    assert.deepEqual(option('440000', '440300', '440305'), { value: '440305', label: '南山区' });
    assert.deepEqual(option('500000', '500101'), { value: '500101', label: '万州区' });
  });

  it('makes leaves of empty lists, so that they can be chosen', () => {
    assert.deepEqual(option('440000', '441900'), { value: '441900', label: '东莞市' });
    assert.deepEqual(option('810000'), { value: '810000', label: '香港特别行政区' });
  });
});
