import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { stylesOf } from './look.ts';

describe('the look of a questionnaire', () => {
  it('gives a button words that are read on its colour, and leaves alone what was not chosen', () => {
    const words = (btnsColor: string) => stylesOf({ btnsColor })['--f-button-words'];
    for (const dark of ['#484848 ', '#804000', '#00473c']) assert.equal(words(dark), 'var(--y-paper)', dark);
    for (const light of ['#F8E71C', '#EAEAEA', '#FF6D56', '#2672FF']) assert.equal(words(light), 'var(--y-paper-ink)', light);
    assert.deepEqual(stylesOf({}), {});
    assert.deepEqual(stylesOf({ btnsColor: 'green', backgroundColor: null, backgroundImg: null }), {});
  });

  it('lays the chosen ground', () => {
    assert.deepEqual(stylesOf({ backgroundColor: 'rgb(1, 2, 3)' }), { '--f-ground': 'rgb(1, 2, 3)' });
    assert.deepEqual(stylesOf({ backgroundImg: '/a b.png' }), { backgroundImage: 'url("/a b.png")' });
  });
});
