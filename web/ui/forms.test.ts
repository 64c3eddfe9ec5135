import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { z } from 'zod';
import { id, int, orNull, picked, required, text } from '#contract/fields.ts';
import { mobile } from '#contract/phones.ts';
import { fieldOf, isRequired, problemOf } from './contract-rules.ts';
import { convert } from './coordinates.ts';
import { filenameOf } from './filenames.ts';
import { tilesOf } from './map-tiles.ts';
import { isPicture, jobFile, picture, uploadProblem } from './upload-rules.ts';

const MB = 1024 * 1024;

describe("the contract's rules in a form", () => {
  const input = z.object({
    name: required(20, '请输入姓名'),
    phone: orNull(mobile),
    age: int(0, 150).optional(),
    note: text(5),
    kind: z.enum(['a', 'b']),
    bedId: id,
    sheetId: picked('请选择评分表'),
  });
  const field = (name: string) => fieldOf(input, name) as z.ZodType;

  it('finds fields, also through refinements', () => {
    assert.equal(fieldOf(input, 'nothing'), undefined);
    assert.equal(
      fieldOf(
        input.refine(() => true),
        'name',
      ),
      input.shape.name,
    );
    assert.equal(
      fieldOf(
        input.transform((value) => value.name),
        'name',
      ),
      input.shape.name,
    );
    assert.equal(fieldOf(z.union([input, input]), 'name'), undefined);
  });

  it('knows what is required', () => {
    assert.deepEqual(
      ['name', 'phone', 'age', 'note', 'kind'].map((name) => isRequired(field(name))),
      [true, false, false, true, true],
    );
  });

  const cases: [string, unknown, string | null][] = [
    ['name', '张三', null],
    ['name', '', '请输入姓名'],
    ['name', '   ', '请输入姓名'],
    ['name', undefined, '请输入姓名'],
    ['name', '长'.repeat(21), '长度不能超过20个字符'],
    ['phone', '', null],
    ['phone', null, null],
    ['phone', '13800000000', null],
    ['phone', '12800000000', '手机号格式不正确'],
    ['age', '151', '不能大于150'],
    ['age', 'x', '请输入整数'],
    ['kind', 'c', '字段不正确'],
    ['kind', undefined, '字段不能为空'],
    ['bedId', undefined, '字段不能为空'],
    ['bedId', 'x', '编号格式不正确'],
    ['sheetId', null, '请选择评分表'],
  ];
  it('says what is missing in the words of the field', () =>
    assert.equal(problemOf(field('bedId'), null, '床位', '请选择床位'), '请选择床位'));

  for (const [name, value, expected] of cases) {
    it(`${name} ${JSON.stringify(value)?.slice(0, 20)} → ${expected}`, () => assert.equal(problemOf(field(name), value, '字段'), expected));
  }
});

describe('uploads', () => {
  const cases: [Parameters<typeof uploadProblem>[0], string, number, string | null][] = [
    [picture, '回执.JPG', 5 * MB, null],
    [picture, '回执.png', 5 * MB + 1, '上传头像图片大小不能超过 5MB!'],
    [picture, '回执.gif', 10, '上传头像图片只能是 jpg|png 格式!'],
    [picture, 'png', 10, '上传头像图片只能是 jpg|png 格式!'],
    [jobFile, '证明.pdf', 4 * MB, null],
    [jobFile, '证明.pdf', 4 * MB + 1, '上传文件大小不能超过 4MB!'],
    [jobFile, '证明.pdf', 0, '文件是空的，请重新选择'],
  ];
  for (const [rule, name, size, expected] of cases)
    it(`${name} of ${size} bytes → ${expected}`, () => assert.equal(uploadProblem(rule, { name, size }), expected));

  it('knows pictures by their address', () => {
    assert.deepEqual(['/admin/sys-file/a/b.PNG', 'https://x/y.jpg?t=1', '/a/b.pdf', '/a/png'].map(isPicture), [true, true, false, false]);
  });
});

describe('names of downloads', () => {
  const cases: [string | null, string][] = [
    [
      `attachment; filename="____20261121.xlsx"; filename*=UTF-8''%E6%9C%8D%E5%8A%A1%E5%AF%B9%E8%B1%A120261121.xlsx`,
      '服务对象20261121.xlsx',
    ],
    ['attachment; filename="a.xlsx"', 'a.xlsx'],
    [`attachment; filename="a.xlsx"; filename*=UTF-8''%E6%9`, 'a.xlsx'],
    [null, '备用.xlsx'],
  ];
  for (const [header, expected] of cases) it(`${header} → ${expected}`, () => assert.equal(filenameOf(header, '备用.xlsx'), expected));
});

describe('the base map', () => {
  const none = { url: null, system: null, attribution: null, amapKey: null };
  it("is the operator's before AMap's before the grid", () => {
    const url = 'https://tiles.example/{z}/{x}/{y}.png';
    assert.equal(tilesOf(none), null);
    assert.equal(tilesOf({ ...none, amapKey: ' ' }), null);
    assert.equal(tilesOf({ ...none, amapKey: 'k' })?.system, 'gcj02');
    assert.deepEqual(tilesOf({ ...none, url, amapKey: 'k' }), { url, subdomains: 'abc', attribution: '', system: 'wgs84' });
    assert.equal(tilesOf({ ...none, url: '/tiles/{z}/{x}/{y}', system: 'GCJ02' })?.system, 'gcj02');
  });
  it('is never an address that is no tile address', () => {
    for (const url of ['javascript:{z}{x}{y}', 'http://plain/{z}/{x}/{y}', 'https://tiles.example/', 'https://x/{z}/{x}'])
      assert.equal(tilesOf({ ...none, url }), null, url);
  });
});

describe('coordinates', () => {
  it('move some hundred metres between the systems inside China and come back', () => {
    const [lng, lat] = convert(116.397554, 39.906928, 'wgs84', 'gcj02');
    assert.ok(Math.abs(lng - 116.397554) > 0.003 && Math.abs(lat - 39.906928) > 0.0005);
    const [backLng, backLat] = convert(lng, lat, 'gcj02', 'wgs84');
    assert.ok(Math.abs(backLng - 116.397554) < 2e-5 && Math.abs(backLat - 39.906928) < 2e-5);
  });
  it('stay where they are in the same system and abroad', () => {
    assert.deepEqual(convert(116.4, 39.9, 'gcj02', 'gcj02'), [116.4, 39.9]);
    assert.deepEqual(convert(139.7, 35.7, 'wgs84', 'gcj02'), [139.7, 35.7]);
  });
});
