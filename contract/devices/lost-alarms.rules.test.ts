import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { lostByChoice, lostByIntegration, lostByMapping, lostBySwitch, SWITCHED_OFF } from './lost-alarms.rules.ts';
import { defaultMapping } from './mapping-templates.ts';
import type { Mapping } from './mappings.ts';

const usual = defaultMapping('watch');
/** The same without a field that raises anything. */
const silent: Mapping = { ...usual, fields: usual.fields.filter(({ target }) => target !== 'alarm') };

describe('calls for help that a setting keeps from being raised', () => {
  it('are all of an integration that is switched off, if it has any', () => {
    assert.deepEqual(lostBySwitch(usual, true), []);
    assert.deepEqual(lostBySwitch(usual, false), [SWITCHED_OFF]);
    assert.deepEqual(lostBySwitch(silent, false), []);
  });

  it('are also those whose loss was confirmed, each told once', () => {
    const confirmed = 'alarm取值“1”的SOS求助';
    assert.deepEqual(lostByIntegration({ ...usual, acceptedLoss: [confirmed] }, true), [confirmed]);
    assert.deepEqual(lostByIntegration({ ...usual, acceptedLoss: [confirmed, SWITCHED_OFF] }, false), [SWITCHED_OFF, confirmed]);
  });

  it('are those of the kind’s own format that the chosen mapping never raises; a lock calls for nobody', () => {
    assert.deepEqual(lostByChoice('watch', null), []);
    assert.deepEqual(lostByChoice('watch', usual), []);
    assert.deepEqual(
      lostByChoice('watch', silent).map((text) => text.split('：')[0]),
      ['SOS求助', '跌倒'],
    );
    for (const kind of ['hub', 'camera', 'lock']) assert.deepEqual(lostByChoice(kind, silent), []);
  });

  it('are named by path and value when a mapping stops raising them, and stay known until it raises them again', () => {
    const lost = lostByMapping(usual, silent);
    assert.ok(lost.length > 0 && lost.every((text) => /取值“.+”的(SOS求助|跌倒)/.test(text)), lost.join());
    assert.deepEqual(lostByMapping(null, silent, lost), lost);
    assert.deepEqual(lostByMapping(silent, usual, lost), []);
  });
});
