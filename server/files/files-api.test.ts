import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { files as routes } from '#contract/files/files.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { drawText } from '../users/captcha-images.ts';

let t: Harness;
let manager: TestUser;
let nurse: TestUser;
let stranger: TestUser;
const dataDir = mkdtempSync(join(tmpdir(), 'yian-files-api-'));
before(async () => {
  t = await harness();
  t.deps.config.dataDir = dataDir;
  const tenant = await t.tenant();
  manager = await t.user(tenant, { permissions: ['sys_file_view', 'sys_file_del', 'sys_file_export'] });
  nurse = await t.user(tenant, { permissions: [] });
  stranger = await t.user(await t.tenant());
});
after(async () => {
  await t.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The specification's own spelling of the upload; clients ask for everything else below it too. */
const API = '/api/admin/sys-file';
const png = await drawText('1+1=?');

async function upload(as: TestUser, path = `${API}/upload`) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(png)]), '伤口.png');
  const answer = await fetch(t.url + path, { method: 'POST', body: form, headers: { authorization: `Bearer ${as.token}` } });
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { data: { bucketName: string; fileName: string; url: string; link: string } }).data;
}
const open = (path: string, as: TestUser | null = null) =>
  fetch(t.url + path, { headers: as ? { authorization: `Bearer ${as.token}` } : {} });

describe('files below /api', () => {
  it('are every call that there is without it', () => {
    for (const [name, route] of Object.entries(routes)) assert.ok(route.also.includes(`/api${route.path}`), name);
  });

  it('are listed, with the permission and of the own tenant', async () => {
    const { fileName } = await upload(nurse);
    const list = (as: TestUser | null) => t.call('GET', `${API}/page`, { as, input: { fileName } });
    const { data } = await list(manager);
    assert.deepEqual([data.total, data.records[0].original, data.records[0].fileName], [1, '伤口.png', fileName]);
    assert.deepEqual([(await list(null)).status, (await list(nurse)).status, (await list(stranger)).data.total], [401, 403, 0]);
    const sheet = await open(`${API}/export?fileName=${fileName}&format=csv`, manager);
    assert.deepEqual([sheet.status, (await sheet.text()).includes('伤口.png')], [200, true]);
  });

  it('open with the session, or by a link that opens under either spelling', async () => {
    const { bucketName: bucket, fileName: file, link, url } = await upload(nurse);
    const path = `${API}/link/${bucket}/${file}`;
    const { data } = await t.call('GET', path, { as: nurse });
    for (const address of [link, `/api${link}`, data.link, `/api${data.link}`]) {
      const answer = await open(address);
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/png'], address);
    }
    assert.equal((await open(`/api${url}`, nurse)).status, 200);
    assert.equal((await open(`/api${url}`)).status, 401);
    assert.equal((await open(`/api${url}`, stranger)).status, 404);
    assert.equal((await open(`/api${url}?t=nonsense`)).status, 401);
    assert.deepEqual([(await t.call('GET', path)).status, (await t.call('GET', path, { as: stranger })).status], [401, 404]);
  });

  it('are deleted by whoever may, once, and open no more', async () => {
    const { fileName, url, link } = await upload(nurse);
    const { id } = (await t.call('GET', `${API}/page`, { as: manager, input: { fileName } })).data.records[0];
    assert.equal((await t.call('DELETE', `${API}/${id}`)).status, 401);
    assert.equal((await t.call('DELETE', `${API}/${id}`, { as: nurse })).status, 403);
    assert.equal((await t.call('DELETE', `${API}/${id}`, { as: stranger })).status, 404);
    assert.equal((await t.call('DELETE', `${API}/x`, { as: manager })).status, 400);
    assert.equal((await open(`/api${link}`)).status, 200, 'nothing was deleted yet');
    const gone = await t.call('DELETE', `${API}/${id}`, { as: manager });
    assert.deepEqual([gone.status, gone.msg], [200, '删除成功']);
    assert.equal((await t.call('DELETE', `${API}/${id}`, { as: manager })).status, 404);
    for (const address of [link, `/api${link}`]) assert.equal((await open(address)).status, 404);
    assert.equal((await open(`/api${url}`, nurse)).status, 404);
  });
});
