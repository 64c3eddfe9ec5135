import { it } from 'node:test';
import assert from 'node:assert/strict';
import { askTitle, readKept, windowTitle } from './system-title.ts';

it('asks for the title of the institution, or of the platform; the name of the product stands in where none is set', async () => {
  const asked: [string, string | null][] = [];
  const says = (status: number, data: unknown) =>
    (async (address: string, init?: RequestInit) => {
      asked.push([address, new Headers(init?.headers).get('tenant-id')]);
      return Response.json({ code: 0, data }, { status });
    }) as typeof fetch;
  assert.equal(await askTitle(7, says(200, ' 平安颐养 ')), '平安颐养');
  assert.equal(await askTitle(null, says(200, '平台')), '平台');
  assert.deepEqual(asked, [
    ['/admin/param/publicValue/SYSTEM_TITLE', '7'],
    ['/admin/param/publicValue/SYSTEM_TITLE', null],
  ]);
  for (const data of [null, '', '  ']) assert.equal(await askTitle(7, says(200, data)), '颐安');
  assert.equal(await askTitle(7, says(503, '平台')), null);
  const gone = ((address: string, init?: RequestInit) =>
    new Headers(init?.headers).has('tenant-id') ? says(404, null)(address, init) : says(200, '平台')(address, init)) as typeof fetch;
  assert.equal(await askTitle(7, gone), '平台', 'a tenant that is no more');
  assert.equal(
    await askTitle(7, async () => {
      throw new TypeError('network');
    }),
    null,
  );
});

it('keeps the title for the next visit, and reads nothing that is not one', () => {
  assert.deepEqual(readKept('{"tenantId":7,"title":"平安颐养"}'), { tenantId: 7, title: '平安颐养' });
  for (const text of [null, '', '{', '7', '{"title":""}', '{"title":7}'])
    assert.deepEqual(readKept(text), { tenantId: null, title: '颐安' }, String(text));
});

it('names the window by what rings, the page and the system', () => {
  assert.equal(windowTitle('SOS求助 冯克勤', '首页', '颐安'), '【SOS求助 冯克勤】首页 - 颐安');
  assert.equal(windowTitle('', '首页', '颐安'), '首页 - 颐安');
  assert.equal(windowTitle('', '', '颐安'), '颐安');
});
