import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mappingTemplates, templateNames } from '#contract/devices/mapping-templates.ts';
import { mappedAlarms, Mapping } from '#contract/devices/mappings.ts';
import { draftOf, emptyDraft, fieldOf, readDraft, type DraftField } from './mapping-drafts.ts';
import { codesOf, conditionsOf, partsOf } from './mapping-texts.ts';

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

  it('read what else a report of a night says, and write it again', () => {
    assert.deepEqual(partsOf('入睡=s.a；deep=s.d\n评分＝s.score'), { asleep: 's.a', deep: 's.d', score: 's.score' });
    assert.match(partsOf('鼾声=s.x') as string, /没有“鼾声”，可用：入睡/);
    assert.match(partsOf('入睡') as string, /内容=路径/);
    const field = fieldOf({ key: 1, what: 'sleep', path: 's.bed', left: 's.left', timeKind: 's', unit: 'seconds', parts: '深睡=s.d' });
    const mapping = { device: 'id', fields: [field] } as never;
    assert.deepEqual(field, { target: 'sleep', path: 's.bed', left: 's.left', kind: 's', unit: 'seconds', parts: { deep: 's.d' } });
    assert.deepEqual(readDraft(draftOf(mapping)).mapping, mapping);
    assert.match(fieldOf({ key: 1, what: 'sleep', path: 's.bed' }) as string, /请填写路径/);
  });

  it('say where the recording of an alarm stands, and come back as they were', () => {
    const field = fieldOf({ key: 1, what: 'alarm', path: 'a', codes: '1=跌倒', clip: 'data.video' });
    assert.deepEqual(field, { target: 'alarm', path: 'a', codes: { '1': 'fall' }, otherwise: 'other', clip: 'data.video' });
    const mapping = { device: 'id', fields: [field] } as never;
    assert.deepEqual(readDraft(draftOf(mapping)).mapping, mapping);
  });

  it('name lists of what is heard, and come back as they were', () => {
    const drafts: DraftField[] = [
      { key: 1, what: 'wifi', path: 'w', mac: 'bssid', rssi: 'level' },
      { key: 2, what: 'beacons', path: 'b', mac: '@', rssi: ' ' },
      { key: 3, what: 'cells', path: 'c', mcc: '$.mcc', mnc: 'mnc', lac: 'lac', cid: 'ci', when: 'type=lbs' },
    ];
    const fields = drafts.map(fieldOf);
    assert.deepEqual(fields, [
      { target: 'wifi', path: 'w', mac: 'bssid', rssi: 'level' },
      { target: 'beacons', path: 'b', mac: '@' },
      { target: 'cells', path: 'c', mcc: '$.mcc', mnc: 'mnc', lac: 'lac', cid: 'ci', when: [{ path: 'type', is: ['lbs'] }] },
    ]);
    const mapping = { device: 'id', fields } as never;
    assert.deepEqual(readDraft(draftOf(mapping)).mapping, mapping);
    for (const name of ['wifi', 'cells']) assert.equal(fieldOf({ key: 1, what: name, path: 'a' }), '请填写路径');
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
    assert.equal(
      readDraft({ ...draft, fields: [...draft.fields, { key: 99, what: 'reading:heartRate', path: 'h' }] }).mapping?.fields.length,
      1,
    );
  });
});
