import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  addressOf,
  alive,
  canClose,
  close,
  closeAll,
  closeOthers,
  closeRight,
  currentTab,
  neighbour,
  noTabs,
  open,
  refresh,
  rename,
  restore,
  type Tabs,
} from './tabs.ts';

const visit = (tabs: Tabs, ...paths: string[]) => paths.reduce((now, path) => open(now, { label: path.slice(1), path, search: '' }), tabs);
const labels = (tabs: Tabs) => tabs.list.map((tab) => (tab.id === tabs.current ? `*${tab.label}` : tab.label));
const idOf = (tabs: Tabs, label: string) => tabs.list.find((tab) => tab.label === label)!.id;

describe('tabs', () => {
  it('appends a page once, and shows the tab that it is in', () => {
    const tabs = visit(noTabs, '/people', '/devices', '/people');
    assert.deepEqual(labels(tabs), ['首页', '*people', 'devices']);
    assert.deepEqual(labels(visit(tabs, '/wel/index')), ['*首页', 'people', 'devices']);
  });

  it('keeps one tab for another query of the page shown, and for the same label elsewhere', () => {
    const filtered = open(visit(noTabs, '/people'), { label: 'people', path: '/people', search: '?name=王' });
    assert.deepEqual(labels(filtered), ['首页', '*people']);
    assert.equal(addressOf(currentTab(filtered)), '/people?name=王');
    const first = open(filtered, { label: '详情', path: '/detail/1', search: '' });
    const same = open(visit(first, '/people'), { label: '详情', path: '/detail/2', search: '' });
    assert.deepEqual(labels(same), ['首页', 'people', '*详情']);
    assert.equal(currentTab(same).path, '/detail/2');
  });

  it('gives a renamed detail page a neighbour of its own', () => {
    const one = open(visit(noTabs, '/people'), { label: '详情', path: '/detail', search: '?id=1' });
    const named = visit(rename(one, one.current, '王秀英'), '/people');
    const two = open(named, { label: '详情', path: '/detail', search: '?id=2' });
    assert.deepEqual(labels(two), ['首页', 'people', '王秀英', '*详情']);
    const back = open(two, { label: '详情', path: '/detail', search: '?id=1' });
    assert.equal(currentTab(visit(two, '/people')).label, 'people');
    assert.equal(back.list.length, 4);
  });

  it('never closes home or a single tab', () => {
    assert.equal(canClose(noTabs, currentTab(noTabs)), false);
    const tabs = visit(noTabs, '/people');
    assert.deepEqual(
      tabs.list.map((tab) => canClose(tabs, tab)),
      [false, true],
    );
    assert.deepEqual(labels(close(tabs, 'home')), ['首页', '*people']);
  });

  it('goes back to the tab before when the one shown is closed', () => {
    const tabs = visit(noTabs, '/a', '/b', '/c', '/a', '/c');
    const closed = close(tabs, idOf(tabs, 'c'));
    assert.deepEqual(labels(closed), ['首页', '*a', 'b']);
    assert.deepEqual(labels(close(closed, idOf(closed, 'b'))), ['首页', '*a']);
  });

  it('closes others, what is right of one, and all', () => {
    const tabs = visit(noTabs, '/a', '/b', '/c');
    assert.deepEqual(labels(closeOthers(tabs, idOf(tabs, 'b'))), ['首页', '*b']);
    assert.deepEqual(labels(closeRight(tabs, idOf(tabs, 'a'))), ['首页', '*a']);
    assert.deepEqual(labels(closeAll(tabs)), ['*首页']);
  });

  it('knows the neighbours of the tab shown, round the ends', () => {
    const tabs = visit(noTabs, '/a', '/b');
    assert.deepEqual([neighbour(tabs, 1).label, neighbour(tabs, -1).label], ['首页', 'a']);
    assert.equal(neighbour(noTabs, 1).label, '首页');
    assert.equal(neighbour(noTabs, -1).label, '首页');
  });

  it('makes a page anew and shows it', () => {
    const tabs = visit(noTabs, '/a', '/b');
    const again = refresh(tabs, idOf(tabs, 'a'));
    assert.equal(currentTab(again).label, 'a');
    assert.equal(currentTab(again).round, 1);
  });

  it('keeps the eight most recent pages alive', () => {
    const paths = Array.from({ length: 20 }, (_, at) => `/p${at}`);
    const tabs = visit(noTabs, ...paths, '/p0');
    const living = tabs.list.filter((tab) => alive(tabs).has(tab.id)).map(({ label }) => label);
    assert.deepEqual(living, ['p0', 'p13', 'p14', 'p15', 'p16', 'p17', 'p18', 'p19']);
  });

  it('restores what was open without waking it, and nothing from a broken store', () => {
    const tabs = visit(noTabs, '/a', '/b');
    const restored = restore(JSON.stringify(tabs));
    assert.deepEqual(labels(restored), ['*首页', 'a', 'b']);
    assert.deepEqual([...alive(visit(restored, '/b'))], [idOf(restored, 'b')]);
    for (const text of [null, '{', '[]', '{"list":[{"label":1,"path":"//evil"}]}', '{"list":5}'])
      assert.deepEqual(labels(restore(text)), ['*首页'], String(text));
    const more = visit(restored, '/c');
    assert.equal(new Set(more.list.map(({ id }) => id)).size, more.list.length, 'ids stay unique after a reload');
  });
});
