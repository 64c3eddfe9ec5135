import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { defaults, readPreferences, textScale } from './preferences.ts';

describe('preferences', () => {
  it('are the defaults where nothing or something broken was kept', () => {
    for (const text of [null, '{', '[]', '{"shows":5}']) assert.deepEqual(readPreferences(text), defaults, String(text));
    assert.deepEqual(
      readPreferences(
        '{"accent":"red;}","theme":"../x","mode":"pink","density":1,"largeText":"yes","shows":{"tags":false,"nothing":true,"lock":"no"}}',
      ),
      { ...defaults, shows: { ...defaults.shows, tags: false } },
    );
  });

  it('are read as they were kept', () => {
    const own = {
      ...defaults,
      accent: 'ffd700',
      theme: 'd2',
      mode: 'dark',
      density: 'compact',
      largeText: true,
      shows: { ...defaults.shows, watermark: true },
    };
    assert.deepEqual(readPreferences(JSON.stringify(own)), own);
  });

  it('from before a switch existed leave it as it is by default', () => {
    const { shows } = readPreferences('{"shows":{"tags":true}}');
    assert.deepEqual([shows.watermark, shows.lock, shows.notices], [false, true, true]);
  });

  it('make text larger by one step', () => {
    assert.deepEqual([textScale({ largeText: false }), textScale({ largeText: true })], [1, 1.15]);
  });
});
