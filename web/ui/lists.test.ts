import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { arrange, declared, fitted, move, visible, type Column } from './columns.ts';
import { exportInput, firstPage, readAddress, toInput, writeAddress } from './list-state.ts';
import { fittedSize, rowHeight } from './page-fit.ts';
import { pickGuard } from './pick-guard.ts';

const names = new Set(['userName', 'status']);
const read = (text: string) => readAddress(new URLSearchParams(text), names);

describe('the address of a list', () => {
  it('says page, size, sorting and filters', () => {
    assert.deepEqual(read('userName=张&page=3&size=50&desc=create_time'), {
      current: 3,
      size: 50,
      sort: 'create_time',
      descending: true,
      filters: { userName: '张' },
    });
  });

  for (const text of ['', 'page=0', 'page=-1', 'page=1.5', 'page=x', 'size=7', 'size=1000', 'asc=a;drop', 'userName=', 'other=1', 'asc=']) {
    it(`is the first page for "${text}"`, () => assert.deepEqual(read(text), firstPage));
  }

  it('is short, keeps what belongs to others, and reads back as written', () => {
    const state = { current: 2, size: 20, sort: 'age', descending: false, filters: { userName: '李', status: '' } };
    const address = writeAddress(new URLSearchParams('tab=2&userName=张&page=9&desc=x'), names, state);
    assert.equal(decodeURIComponent(String(address)), 'tab=2&userName=李&page=2&size=20&asc=age');
    assert.deepEqual(readAddress(address, names), { ...state, filters: { userName: '李' } });
    assert.equal(String(writeAddress(address, names, firstPage)), 'tab=2');
    assert.equal(String(writeAddress(new URLSearchParams(), names, { ...firstPage, size: 10 })), 'size=10');
  });

  it('begins with filters where the page says so, until the address names one or says that there are none', () => {
    const begin = { status: '1' };
    const at = (text: string) => readAddress(new URLSearchParams(text), names, begin);
    assert.deepEqual(
      ['', 'page=2&tab=3', 'status=', 'userName=张', 'status=2'].map((text) => at(text).filters),
      [begin, begin, {}, { userName: '张' }, { status: '2' }],
    );
    const write = (filters: Record<string, string>) =>
      String(writeAddress(new URLSearchParams('status=5'), names, { ...firstPage, filters }, begin));
    const states: Record<string, string>[] = [begin, {}, { status: '2' }, { status: '1', userName: 'x' }];
    assert.deepEqual(states.map(write), ['', 'status=', 'status=2', 'status=1&userName=x']);
  });

  it('stands in its own order until the person sorts it', () => {
    assert.deepEqual(toInput(firstPage, 10, 'due')['ascs'], ['due']);
    assert.deepEqual(toInput(read('desc=age'), 10, 'due'), { current: 1, size: 10, descs: ['age'] });
    assert.deepEqual(exportInput({ a: 1 }, firstPage, 'due'), { a: 1, ascs: ['due'] });
  });

  it("becomes the call's input", () => {
    assert.deepEqual(toInput(read('userName=张&desc=create_time'), 13), { userName: '张', current: 1, size: 13, descs: ['create_time'] });
    assert.deepEqual(toInput(read('asc=age&size=20'), 13), { current: 1, size: 20, ascs: ['age'] });
  });
});

describe('the size of a page', () => {
  it('is as many rows as fit, never fewer than 10 nor more than 50', () => {
    assert.deepEqual(
      [0, 409, 450, 533, 861, 5000].map((height) => fittedSize(height, rowHeight('medium', 1))),
      [10, 10, 10, 13, 21, 50],
    );
  });

  it('follows how close the rows stand and how large the text is', () => {
    assert.deepEqual(
      (['small', 'medium', 'large'] as const).map((density) => fittedSize(820, rowHeight(density, 1))),
      [24, 20, 16],
    );
    assert.equal(fittedSize(820, rowHeight('medium', 1.25)), 17);
  });
});

const columns: Column<unknown>[] = [
  { key: 'a', title: '甲', pin: 'left' },
  { key: 'b', title: '乙' },
  { key: 'c', title: '丙', hidden: true },
];
const keys = (text: string | null, list = columns) => arrange(list, text).columns.map(({ key, shown }) => (shown ? key : `-${key}`));

describe('column arrangement', () => {
  it('is as declared when nothing sensible is remembered', () => {
    for (const text of [
      null,
      '',
      '{',
      'null',
      '5',
      '{"columns":3}',
      '{"columns":[null,{"key":"x"}]}',
      '{"columns":[{"key":"a","shown":false},{"key":"b","shown":false}]}',
    ]) {
      assert.deepEqual(keys(text), ['a', 'b', '-c'], String(text));
    }
  });

  it('keeps order, visibility, pin and density', () => {
    const text = JSON.stringify({
      density: 'small',
      columns: [
        { key: 'c', shown: true, pin: 'right' },
        { key: 'b', shown: false },
        { key: 'a', shown: true, pin: null },
      ],
    });
    assert.deepEqual(keys(text), ['c', '-b', 'a']);
    assert.equal(arrange(columns, text).density, 'small');
    assert.deepEqual(
      visible(columns, arrange(columns, text)).map(({ key, pin }) => [key, pin]),
      [
        ['a', null],
        ['c', 'right'],
      ],
    );
  });

  it('drops columns that are gone and puts new ones behind their neighbour', () => {
    const text = JSON.stringify({ columns: [{ key: 'old' }, { key: 'b', shown: true }, { key: 'a', shown: true }] });
    assert.deepEqual(keys(text, [{ key: 'new', title: '新' }, ...columns, { key: 'd', title: '丁' }]), ['new', 'b', '-c', 'd', 'a']);
  });

  it('shows the pinned first and last', () => {
    const list = [...columns, { key: 'd', title: '丁', pin: 'right' as const }, { key: 'e', title: '戊' }];
    assert.deepEqual(
      visible(list, declared(list)).map(({ key }) => key),
      ['a', 'b', 'e', 'd'],
    );
  });

  it('moves within bounds only', () => {
    assert.deepEqual(move(['a', 'b', 'c'], 0, 2), ['b', 'c', 'a']);
    assert.deepEqual(move(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b']);
    assert.deepEqual(move(['a', 'b'], 0, -1), ['a', 'b']);
    assert.deepEqual(move(['a', 'b'], 1, 2), ['a', 'b']);
  });
});

describe('the room of a list', () => {
  const free = { pin: null };
  const list = [
    { key: 'name', width: 100, pin: 'left' as const },
    { key: 'first', width: 100, ...free },
    { key: 'remark', width: 100, minor: 1 as const, ...free },
    { key: 'created', width: 100, minor: 2 as const, ...free },
    { key: 'last', ...free },
  ];
  const both = (room: number) => {
    const { shown, folded } = fitted(list, room);
    return [shown, folded].map((columns) => columns.map(({ key }) => key).join(' '));
  };

  it('leaves out nothing that fits, a column without a width counts as one of 140', () => {
    assert.deepEqual(both(540), ['name first remark created last', '']);
    assert.deepEqual(both(539), ['name first remark last', 'created']);
  });

  it('leaves out the least important first, then from the end, and keeps the order', () => {
    assert.deepEqual(both(439), ['name first last', 'remark created']);
    assert.deepEqual(both(339), ['name first', 'remark created last']);
    assert.deepEqual(both(199), ['name', 'first remark created last']);
  });

  it('keeps what is pinned and the first column, however narrow it is', () => {
    assert.deepEqual(both(0), ['name', 'first remark created last']);
    const { shown } = fitted(
      list.map((column) => ({ ...column, pin: null })),
      0,
    );
    assert.deepEqual(
      shown.map(({ key }) => key),
      ['name'],
    );
  });

  it('belongs to the person as soon as the columns were arranged by hand', () => {
    const kept = (columns: unknown[], more = {}) =>
      arrange(
        list.map(({ key }) => ({ key })),
        JSON.stringify({ columns, ...more }),
      ).byHand;
    const as = list.map(({ key }) => ({ key, shown: true, pin: null }));
    assert.equal(arrange([{ key: 'a' }], null).byHand, false);
    assert.equal(kept(as), false);
    assert.equal(kept(as, { byHand: true }), true);
    assert.equal(kept(as.toReversed()), true);
    assert.equal(kept(as.map((one) => ({ ...one, shown: one.key !== 'last' }))), true);
  });
});

describe('picking', () => {
  it('lets the first through and nothing else for a second', () => {
    let now = 0;
    const mayPick = pickGuard(() => now);
    const picks = [5000, 5000, 5999, 6000, 6999, 7000].map((at) => {
      now = at;
      return mayPick();
    });
    assert.deepEqual(picks, [true, false, false, true, false, true]);
  });
});
