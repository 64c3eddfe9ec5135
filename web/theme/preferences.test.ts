import { it } from 'node:test';
import assert from 'node:assert/strict';
import { defaults, readPreferences } from './preferences.ts';

it('reads what was kept and replaces what is broken', () => {
  assert.deepEqual(readPreferences(null), defaults);
  assert.deepEqual(readPreferences('{'), defaults);
  assert.deepEqual(readPreferences('{"accent":"red;}","mode":"pink","density":1,"shows":{"tags":false,"nothing":true}}'), {
    ...defaults,
    shows: { ...defaults.shows, tags: false },
  });
  assert.equal(readPreferences('{"accent":"ffd700","mode":"dark","density":"compact"}').accent, 'ffd700');
});
