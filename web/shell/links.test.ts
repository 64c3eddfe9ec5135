import { it } from 'node:test';
import assert from 'node:assert/strict';
import { safeLink } from './links.ts';

it('leads to the web, and nowhere else', () => {
  assert.equal(safeLink(' https://example.com/a?b=1 '), 'https://example.com/a?b=1');
  assert.equal(safeLink('http://example.com'), 'http://example.com/');
  for (const text of [
    null,
    undefined,
    '',
    'example.com',
    '/admin',
    'javascript:alert(1)',
    'data:text/html,x',
    'JaVaScRiPt:alert(1)',
    'blob:https://example.com/1',
  ])
    assert.equal(safeLink(text), null, String(text));
});
