import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mappingTemplates, templateNames } from '#contract/devices/mapping-templates.ts';
import { mappedAlarms, Mapping } from '#contract/devices/mappings.ts';
import { codesOf, conditionsOf, draftOf, emptyDraft, fieldOf, readDraft } from './mapping-drafts.ts';

describe('drafts', () => {
  for (const name of templateNames)
    it(`${name} comes out of the form as it went in`, () => {
      const mapping = Mapping.parse(mappingTemplates[name].mapping);
      const { mapping: again, problems, keys } = readDraft(draftOf(mapping));
      assert.deepEqual([...problems], []);
      assert.deepEqual(again, mapping);
      assert.equal(keys.length, mapping.fields.length);
    });

  it('read tables of codes in Chinese, by name, pasted in lines', () => {
    assert.deepEqual(codesOf('14=跌倒；0=不报警', mappedAlarms), { '14': 'fall', '0': 'none' });
    assert.deepEqual(codesOf('14 = fall\n 0＝不报警 ;=sos', mappedAlarms), { '14': 'fall', '0': 'none', '': 'sos' });
    assert.match(codesOf('14=摔倒', mappedAlarms) as string, /没有“摔倒”这个含义，可用：SOS求助/);
    assert.match(codesOf('14', mappedAlarms) as string, /取值=含义/);
    assert.match(codesOf(' ', mappedAlarms) as string, /请填写/);
  });

  it('read conditions', () => {
    assert.deepEqual(conditionsOf('type=heart|oxygen；$.v=1'), [
      { path: 'type', is: ['heart', 'oxygen'] },
      { path: '$.v', is: ['1'] },
    ]);
    assert.match(conditionsOf('type') as string, /路径=取值/);
  });

  it('say what is missing where', () => {
    const draft = emptyDraft();
    const { mapping, problems } = readDraft(draft);
    assert.equal(mapping, null);
    assert.equal(problems.get(draft.fields[0]!.key), '请填写路径');
    assert.match(fieldOf({ key: 1, what: 'alarm', path: 'a' }) as string, /取值对照/);
    assert.match(fieldOf({ key: 1, what: 'reading:systolic', path: 'a', unitBy: 'u' }) as string, /随报文的单位/);
    assert.match(fieldOf({ key: 1, what: 'position', path: 'lng' }) as string, /请填写路径/);
    const half = readDraft({ ...draft, device: 'a b', fields: [...draft.fields, { key: 99, what: 'reading:heartRate', path: 'h' }] });
    assert.match(half.problems.get('head') ?? '', /无法识别/);
    assert.equal(readDraft({ ...draft, fields: [...draft.fields, { key: 99, what: 'reading:heartRate', path: 'h' }] }).mapping?.fields.length, 1);
  });
});
