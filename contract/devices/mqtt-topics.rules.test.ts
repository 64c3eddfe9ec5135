import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  behindTopic,
  downTopic,
  hearing,
  isTopicFilter,
  levelOf,
  matches,
  maySubscribe,
  mayPublish,
  namedBehind,
  upTopic,
} from './mqtt-topics.rules.ts';

const [BELT, HUB] = ['BELT0001', 'HUB00001'];

describe('a device on MQTT', () => {
  it('publishes on its own topic and below it, and nowhere else', () => {
    for (const topic of ['devices/BELT0001/up', 'devices/BELT0001/up/sleep', 'devices/BELT0001/up/a/b'])
      assert.ok(mayPublish(topic, BELT), topic);
    for (const topic of [
      'devices/BELT0001/down',
      'devices/BELT0001/upper',
      'devices/BELT0002/up',
      'devices/BELT0001',
      'devices/+/up',
      '',
      `devices/BELT0001/up/${'x'.repeat(200)}`,
    ])
      assert.ok(!mayPublish(topic, BELT), topic);
  });

  it('listens to what is said to itself only', () => {
    assert.ok(maySubscribe(downTopic(BELT), BELT));
    for (const topic of [
      '#',
      '+',
      'devices/#',
      'devices/+/down',
      'devices/BELT0001/#',
      'devices/BELT0001/down/+',
      upTopic(BELT),
      downTopic(HUB),
    ])
      assert.ok(!maySubscribe(topic, BELT), topic);
  });

  it('that is a hub listens also to what is said to one or all behind it, and to nothing deeper', () => {
    for (const rest of ['+', '#', 'BELT0001']) assert.ok(maySubscribe(`devices/HUB00001/down/${rest}`, HUB, true), rest);
    for (const rest of ['BELT0001/#', '+/x', 'abc', 'BELT 001', ''])
      assert.ok(!maySubscribe(`devices/HUB00001/down/${rest}`, HUB, true), rest);
    assert.ok(!maySubscribe('devices/HUB00002/down/+', HUB, true));
  });

  it('behind a hub is named by the level below the hub’s topic', () => {
    assert.equal(namedBehind('devices/HUB00001/up/BELT0001', HUB), BELT);
    assert.equal(namedBehind('devices/HUB00001/up/BELT0001/sleep', HUB), BELT);
    assert.equal(namedBehind('devices/HUB00001/up', HUB), null);
    assert.equal(namedBehind('devices/HUB00001/up/', HUB), null);
  });

  it('hears its commands by each subscription that it may make', () => {
    for (const filter of hearing(BELT, null)) assert.ok(matches(filter, downTopic(BELT)), filter);
    for (const filter of hearing(BELT, HUB)) assert.ok(matches(filter, behindTopic(HUB, BELT)) && maySubscribe(filter, HUB, true), filter);
  });
});

describe('a topic of a vendor’s broker', () => {
  it('has wildcards alone in their level, and # at the end only', () => {
    for (const filter of ['a', 'a/b', '+', '#', 'a/+/c', 'a/#', '+/+/#', '$share/us/a/+', '/a']) assert.ok(isTopicFilter(filter), filter);
    for (const filter of ['', 'a#', 'a/#/b', 'a+/b', 'a b', 'a\0', '$SYS/#', 'x'.repeat(201)]) assert.ok(!isTopicFilter(filter), filter);
  });

  it('is what a subscription asks for level by level, a shared one without its group', () => {
    const cases: [string, string, boolean][] = [
      ['a/b', 'a/b', true],
      ['a/b', 'a/b/c', false],
      ['a/+', 'a/b', true],
      ['a/+', 'a', false],
      ['a/+', 'a/b/c', false],
      ['a/#', 'a', true],
      ['a/#', 'a/b/c', true],
      ['#', 'a/b', true],
      ['+/b', 'a/b', true],
      ['$share/us/a/+', 'a/b', true],
      ['$share/us/a/+', 'us/a/b', false],
    ];
    for (const [filter, topic, expected] of cases) assert.equal(matches(filter, topic), expected, `${filter} for ${topic}`);
  });

  it('has levels that are counted from 1', () =>
    assert.deepEqual(
      [1, 2, 3, 4].map((level) => levelOf('vendor//belt', level)),
      ['vendor', null, 'belt', null],
    ));
});
