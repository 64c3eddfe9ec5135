import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { allowedOrigins, embeddable } from './embedded.rules.ts';

describe('what may be embedded', () => {
  it('is a list of origins', () => {
    assert.deepEqual(allowedOrigins('https://a.example/x?y\nhttps://b.example:8443, https://a.example；http://localhost:3000'), [
      'https://a.example',
      'https://b.example:8443',
      'http://localhost:3000',
    ]);
    for (const nothing of [
      null,
      undefined,
      '',
      '  ',
      'a.example',
      '*',
      'https://*',
      'https://*.a.example',
      'http://a.example',
      'javascript:alert(1)',
      'https://u:p@a.example',
    ])
      assert.deepEqual(allowedOrigins(nothing), [], String(nothing));
  });

  const list = 'https://a.example';
  const cases: [string | null, string | null][] = [
    ['https://a.example/report?id=1#top', 'https://a.example/report?id=1#top'],
    ['https://a.example', 'https://a.example/'],
    [' https://A.example/x ', 'https://a.example/x'],
    ['https://a.example.evil.example/', null],
    ['https://a.example@evil.example/', null],
    ['https://user@a.example/', null],
    ['http://a.example/', null],
    ['https://a.example:444/', null],
    ['//a.example/', null],
    ['javascript:alert(1)//https://a.example', null],
    ['data:text/html,https://a.example', null],
    ['', null],
    [null, null],
  ];
  for (const [address, embedded] of cases) it(`${address}`, () => assert.equal(embeddable(address, list), embedded));
});
