import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { chainOf, flatten, isPseudo, namesOf, shortName } from '#contract/regions.rules.ts';
import { kilometres } from './coordinates.ts';
import { createGeocoder } from './geocoder.ts';
import { regionCentroids, regionTree } from './region-data.ts';

const tree = regionTree();
const { points, without } = regionCentroids();
const { geocode, regeocode } = createGeocoder(tree, regionCentroids());
const units = flatten(tree);

const found = (address: string, hint?: string) => {
  const result = geocode(address, hint);
  assert.equal(result.outcome, 'found', `${address}: ${JSON.stringify(result)}`);
  return (result as Extract<typeof result, { outcome: 'found' }>).place;
};

describe('geocode', () => {
  for (const [address, adcode, formatted, hint] of [
    ['浙江省杭州市西湖区文三路90号', '330106', '浙江省杭州市西湖区文三路90号'],
    ['杭州西湖区文三路90号', '330106', '浙江省杭州市西湖区文三路90号'],
    ['浙江 杭州 西湖 文三路', '330106', '浙江省杭州市西湖区文三路'],
    ['广东省-深圳市-南山区-科技园', '440305', '广东省深圳市南山区科技园'],
    ['中国北京市北京市朝阳区建国路88号', '110105', '北京市朝阳区建国路88号'],
    ['北京市市辖区朝阳区建国路', '110105', '北京市朝阳区建国路'],
    ['海门区人民路', '320614', '江苏省南通市海门区人民路'],
    ['江苏省南通市海门市人民路', '320614', '江苏省南通市海门区人民路'],
    ['米林市', '540481', '西藏自治区林芝市米林市'],
    ['西藏林芝米林县派镇', '540481', '西藏自治区林芝市米林市派镇'],
    ['错那市', '540581', '西藏自治区山南市错那市'],
    ['白杨市', '659012', '新疆维吾尔自治区白杨市'],
    ['东莞市南城街道鸿福路', '441900', '广东省东莞市南城街道鸿福路'],
    ['广东东莞', '441900', '广东省东莞市'],
    ['香港中环皇后大道', '810000', '香港特别行政区中环皇后大道'],
    ['台湾省台北市信义区', '710000', '台湾省台北市信义区'],
    ['重庆市万州区', '500101', '重庆市万州区'],
    ['重庆市县城口县', '500229', '重庆市城口县'],
    ['湖北仙桃沔阳大道', '429004', '湖北省仙桃市沔阳大道'],
    ['湖北省省直辖县级行政区划潜江市', '429005', '湖北省潜江市'],
    ['浙江义乌北苑街道', '330782', '浙江省金华市义乌市北苑街道'],
    ['内蒙古呼和浩特', '150100', '内蒙古自治区呼和浩特市'],
    ['吉林', '220000', '吉林省'],
    ['吉林市船营区', '220204', '吉林省吉林市船营区'],
    ['海南共和县', '632521', '青海省海南藏族自治州共和县'],
    ['西安长乐路', '610100', '陕西省西安市长乐路'],
    ['上海南京东路100号', '310000', '上海市南京东路100号'],
    ['济南市中心医院', '370100', '山东省济南市中心医院'],
    ['唐山路南区', '130202', '河北省唐山市路南区'],
    ['杭州市下城区体育场路', '330105', '浙江省杭州市拱墅区体育场路'],
    ['我家在杭州市余杭区良渚街道', '330110', '浙江省杭州市余杭区良渚街道'],
    ['朝阳区建国路88号', '110105', '北京市朝阳区建国路88号', '110000'],
    ['朝阳区人民大街', '220104', '吉林省长春市朝阳区人民大街', '220102'],
    ['西湖区文三路', '330106', '浙江省杭州市西湖区文三路', '330500'],
    ['昆山花桥镇', '320583', '江苏省苏州市昆山市花桥镇', '320500'],
    ['浙江省杭州市西湖区', '330106', '浙江省杭州市西湖区', '360103'],
  ] as [string, string, string, string?][]) {
    it(`${address}${hint ? ` near ${hint}` : ''} is ${adcode}`, () => {
      const place = found(address, hint);
      assert.equal(place.adcode, adcode);
      assert.equal(place.formattedAddress, formatted);
      assert.ok(!place.assumed);
    });
  }

  it('says which of the four 朝阳 it could be', () => {
    const result = geocode('朝阳建国路');
    assert.equal(result.outcome, 'ambiguous');
    assert.deepEqual(result.outcome === 'ambiguous' && result.candidates.map(({ name }) => name), [
      '北京市朝阳区',
      '辽宁省朝阳市',
      '辽宁省朝阳市朝阳县',
      '吉林省长春市朝阳区',
    ]);
    assert.deepEqual(geocode('朝阳区建国路'), {
      outcome: 'ambiguous',
      name: '朝阳区',
      candidates: [
        { adcode: '110105', name: '北京市朝阳区' },
        { adcode: '220104', name: '吉林省长春市朝阳区' },
      ],
    });
  });

  it('does not guess with a hint that fits neither', () => {
    assert.equal(geocode('朝阳区建国路', '440300').outcome, 'ambiguous');
  });

  it('does not take a county for an everyday word', () => {
    const result = geocode('东方明珠大厦');
    assert.deepEqual(result, { outcome: 'ambiguous', name: '东方', candidates: [{ adcode: '469007', name: '海南省东方市' }] });
  });

  for (const address of ['', '  ', 'asdf', '12345', '南京东路100号', '中山公园', '城关镇', '省直辖县级行政区划', '不是地址']) {
    it(`“${address}” names no region`, () => assert.deepEqual(geocode(address), { outcome: 'unknown' }));
  }

  it('takes the own region for an address without one, and says so', () => {
    const place = found('阳光小区3栋201', '330106');
    assert.deepEqual(
      { adcode: place.adcode, assumed: place.assumed, rest: place.rest },
      { adcode: '330106', assumed: true, rest: '阳光小区3栋201' },
    );
    assert.equal(geocode('3-201', '330106').outcome, 'unknown');
    assert.equal(geocode('阳光小区3栋201', '999999').outcome, 'unknown');
  });

  it('gives the parts of a place', () => {
    const { longitude, latitude, ...place } = found('杭州西湖区文三路90号');
    assert.deepEqual(place, {
      formattedAddress: '浙江省杭州市西湖区文三路90号',
      adcode: '330106',
      province: '浙江省',
      city: '杭州市',
      district: '西湖区',
      rest: '文三路90号',
      level: 'district',
      precision: 'district',
      assumed: false,
    });
    assert.ok(kilometres([longitude, latitude], [120.13, 30.26]) < 5);
  });

  it('leaves the city empty where there is none', () => {
    assert.deepEqual([found('重庆市万州区').city, found('湖北仙桃').city, found('东莞').district], ['', '', '']);
  });

  it('says when the coordinates are coarser than the name', () => {
    const place = found('白杨市');
    assert.deepEqual([place.level, place.precision], ['district', 'province']);
    const coarse = units
      .filter(({ c }) => found(namesOf(tree, c).join('')).precision !== found(namesOf(tree, c).join('')).level)
      .map(({ c }) => c);
    assert.deepEqual(coarse, without);
    assert.deepEqual(without, ['419000', '429000', '469000', '653228', '653229', '659000', '659011', '659012']);
  });

  it('returns the adcode of every full path in the tree, with and without pseudo-cities and streets', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...units),
        fc.constantFrom('', '建设路1号', '3栋201室', '某某小区'),
        fc.constantFrom('', ' ', '-', '/'),
        (unit, street, between) => {
          assert.equal(found(namesOf(tree, unit.c).join(between) + between + street).adcode, unit.c);
          if (isPseudo(unit)) return;
          const real = chainOf(tree, unit.c).filter((each) => !isPseudo(each));
          assert.equal(found(real.map(({ n }) => n).join(between) + street).adcode, unit.c);
        },
      ),
      { numRuns: 4_000 },
    );
    for (const { c } of units) assert.equal(found(namesOf(tree, c).join('')).adcode, c);
  });

  it('finds short names, or stays open, but never in another province', () => {
    let open = 0;
    for (const unit of units.filter((each) => !isPseudo(each))) {
      const result = geocode(
        `${chainOf(tree, unit.c)
          .filter((each) => !isPseudo(each))
          .map(({ n }) => shortName(n))
          .join('')}某某8号`,
      );
      if (result.outcome === 'found' && result.place.adcode === unit.c) continue;
      open += 1;
      if (result.outcome === 'found')
        assert.ok(
          chainOf(tree, unit.c).some(({ c }) => c === result.place.adcode),
          unit.n,
        );
    }
    assert.ok(open <= 14, `${open} short paths are not resolved`);
  });

  it('answers whatever text', () => {
    const words = fc.constantFrom(
      '朝阳',
      '市',
      '区',
      '县',
      '北京',
      '路',
      '省',
      '自治区',
      '杭州市',
      '重庆',
      ' ',
      '-',
      '(',
      '中国',
      '\u{20000}',
      'x',
      '城',
    );
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 20 }),
        fc.option(fc.constantFrom('110105', '330000', 'x'), { nil: undefined }),
        (parts, hint) => void geocode(parts.join(''), hint),
      ),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void geocode(text, '330106')));
  });
});

describe('regeocode', () => {
  for (const [what, lng, lat, adcode] of [
    ['the map centre of the specification', 116.397554, 39.906928, '110101'],
    ['文三路, 杭州', 120.13, 30.28, '330106'],
    ['东莞', 113.75, 23.04, '441900'],
    ['Victoria Peak', 114.15, 22.275, '810000'],
    ['Macao', 113.55, 22.19, '820000'],
    ['Kaohsiung', 120.3, 22.62, '710000'],
    ['永兴岛', 112.34, 16.83, '460300'],
    ['阿勒泰', 88.14, 47.85, '654301'],
  ] as const) {
    it(`${what} is ${adcode}`, () => assert.equal(regeocode(lng, lat)?.adcode, adcode));
  }

  for (const [what, lng, lat] of [
    ['the East China Sea', 124, 30],
    ['the Yellow Sea', 123, 35.5],
    ['the Taiwan Strait', 119.5, 24.5],
    ['Hanoi', 105.85, 21.03],
    ['Seoul', 126.98, 37.56],
    ['Ulaanbaatar', 106.9, 47.9],
    ['Almaty', 76.9, 43.25],
    ['Delhi', 77.2, 28.6],
    ['Tokyo', 139.7, 35.7],
    ['the Gulf of Guinea', 0, 0],
    ['no degrees', 200, 100],
    ['no number', NaN, 30],
  ] as const) {
    it(`${what} is nowhere`, () => assert.equal(regeocode(lng, lat), null));
  }

  it('gives the place asked for, the unit of the nearest point and the distance', () => {
    const place = regeocode(116.397554, 39.906928);
    assert.deepEqual(
      [place?.longitude, place?.latitude, place?.formattedAddress, place?.precision],
      [116.397554, 39.906928, '北京市东城区', 'district'],
    );
    assert.ok(place && place.kilometres > 0 && place.kilometres < 10);
  });

  it('every seat and centroid is answered by a unit at the same place', () => {
    for (const [code, [lng = 0, lat = 0, x, y]] of Object.entries(points)) {
      if (x === undefined || y === undefined) continue;
      for (const place of [regeocode(lng, lat), regeocode(x, y)]) {
        assert.ok(place, code);
        assert.equal(place.kilometres, 0, code);
      }
    }
  });

  it('finds the unit of almost every seat again', () => {
    const leaves = units.filter(({ c, d }) => !d?.length && (points[c]?.length ?? 0) > 2);
    const again = leaves.filter(({ c }) => regeocode(points[c]?.[0] as number, points[c]?.[1] as number)?.adcode === c);
    assert.ok(again.length / leaves.length > 0.99, `${again.length} of ${leaves.length}`);
  });
});
