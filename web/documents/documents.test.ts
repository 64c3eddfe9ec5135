import { it } from 'node:test';
import assert from 'node:assert/strict';
import { askedDocument, ownAddress } from './documents.ts';

it('shows files of this server only', () => {
  const origin = 'https://care.example';
  assert.equal(ownAddress('/documents/manual.pdf', origin), '/documents/manual.pdf');
  assert.equal(ownAddress('https://care.example/admin/sys-file/files/x.pdf?t=1', origin), '/admin/sys-file/files/x.pdf?t=1');
  for (const address of [
    'https://evil.example/documents/a.pdf',
    '//evil.example/documents/a.pdf',
    '/\\evil.example/documents/',
    'javascript:alert(1)',
    '/documents/../admin/user/info',
    '',
  ])
    assert.equal(ownAddress(address, origin), null, address);
});

it('shows the star-rating standard where the address asks for nothing, else what it asks for', () => {
  const asked = (search: string) => askedDocument(new URLSearchParams(search));
  for (const search of ['', '?', '?doc=', '?file=', '?name=x']) assert.deepEqual(asked(search), { doc: 'star', file: null }, search);
  assert.deepEqual(asked('?doc=manual'), { doc: 'manual', file: null });
  assert.deepEqual(asked('?doc=other'), { doc: 'other', file: null });
  assert.deepEqual(asked('?file=/admin/sys-file/files/x.pdf'), { doc: null, file: '/admin/sys-file/files/x.pdf' });
});
