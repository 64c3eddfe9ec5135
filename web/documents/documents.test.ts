import { it } from 'node:test';
import assert from 'node:assert/strict';
import { ownAddress } from './documents.ts';

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
