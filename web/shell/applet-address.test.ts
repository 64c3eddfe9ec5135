import { it } from 'node:test';
import assert from 'node:assert/strict';
import { afterApplet } from './applet-address.ts';

it('hands the code of a social sign-in to the page that finishes it, and nothing else', () => {
  assert.equal(afterApplet('?auth_code=a%26b&state=s1&x=2'), '/authredirect?code=a%26b&state=s1');
  assert.equal(afterApplet('?auth_code=7'), '/authredirect?code=7');
  assert.equal(afterApplet('?auth_code='), '/wel/index');
  assert.equal(afterApplet(''), '/wel/index');
});
