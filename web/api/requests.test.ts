import { it } from 'node:test';
import assert from 'node:assert/strict';
import { requestOf } from './requests.ts';

const route = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, multipart: readonly string[] | null = null) => ({
  method,
  path,
  multipart,
});

it('puts path parameters into the path, encoded, and the rest into the query with arrays as repeated keys', () => {
  const input = {
    id: 'a/b',
    createTime: ['2026-01-01 00:00:00', '2026-01-02 00:00:00'],
    name: '王',
    empty: '',
    none: null,
    unset: undefined,
    zero: 0,
  };
  assert.deepEqual(requestOf(route('GET', '/admin/log/{id}/page'), input), {
    url: '/admin/log/a%2Fb/page?createTime=2026-01-01+00%3A00%3A00&createTime=2026-01-02+00%3A00%3A00&name=%E7%8E%8B&zero=0',
    body: null,
  });
  assert.deepEqual(requestOf(route('DELETE', '/admin/log/{id}'), { id: 7 }), { url: '/admin/log/7', body: null });
});

it('sends bodies as JSON, nulls and lists included', () => {
  assert.deepEqual(requestOf(route('PUT', '/members/workorder/stop/{id}'), { id: 7, reason: null, version: undefined }), {
    url: '/members/workorder/stop/7',
    body: '{"reason":null}',
  });
  assert.deepEqual(requestOf(route('POST', '/admin/log/logs'), [{ type: 'error' }]), {
    url: '/admin/log/logs',
    body: '[{"type":"error"}]',
  });
});

it('sends files as a form', () => {
  const { url, body } = requestOf(route('POST', '/admin/sys-file/upload', ['image/png']), { file: new Blob(['x']), type: 1 });
  assert.ok(body instanceof FormData);
  // The server reads what is beside the file from the query.
  assert.equal(url, '/admin/sys-file/upload?type=1');
  assert.ok(body.get('file') instanceof Blob);
});
