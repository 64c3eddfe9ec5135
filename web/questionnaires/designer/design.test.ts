import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';

// The channel between tabs would keep this process alive.
globalThis.BroadcastChannel = class extends EventTarget {} as unknown as typeof BroadcastChannel;
const { createDesign } = await import('./design.ts');

const OVERTAKEN = '问卷已被他人修改，请刷新后重试';
const item = (formItemId: number, label: string) =>
  ({
    formItemId,
    type: 'INPUT',
    label,
    displayType: false,
    defaultValue: null,
    expand: {},
    regList: [],
    span: 24,
  }) as unknown as FormItemRow;

/** The questionnaire of a server, with another editor who may be faster. */
let there: { revision: number; items: FormItemRow[] };
/** So many of the next changes are overtaken. */
let faster: number;
let sentRevisions: number[];

const answer = (data: unknown, status = 200) =>
  new Response(JSON.stringify({ code: status === 200 ? 0 : 1, msg: status === 200 ? null : OVERTAKEN, data }), { status });
const answered: typeof fetch = async (path, init) => {
  const project = { id: 1, key: 'k', name: '回访', describe: '', status: 0, version: 0, revision: there.revision };
  if (String(path).includes('/details/')) return answer({ project, projectItems: there.items, userProjectTheme: null });
  if (String(path).includes('/logic/list')) return answer([]);
  if (!String(path).includes('/item/update')) return answer(project);
  const body = JSON.parse(String(init?.body)) as { formItemId: number; label: string; revision: number };
  sentRevisions.push(body.revision);
  if (faster-- > 0) {
    there = { revision: there.revision + 1, items: there.items.with(1, item(102, `他人第${there.revision}版`)) };
    return answer(null, 409);
  }
  assert.equal(body.revision, there.revision);
  there = { revision: there.revision + 1, items: there.items.with(0, item(101, body.label)) };
  return answer(true);
};
async function opened() {
  const designing = createDesign('k');
  await designing.load();
  const labels = () => designing.store.getState().draft.items.map(({ label }) => label);
  const type = async (label: string) => {
    designing.edit([{ do: 'set', item: item(101, label) }], { mark: '101.label' });
    await designing.flush();
  };
  return { ...designing, labels, type, state: designing.store.getState };
}

describe('a design that another editor overtakes', () => {
  const fetchNow = globalThis.fetch;
  before(() => void (globalThis.fetch = answered));
  after(() => void (globalThis.fetch = fetchNow));
  beforeEach(() => {
    there = { revision: 1, items: [item(101, '姓名'), item(102, '年龄')] };
    faster = 0;
    sentRevisions = [];
  });

  it('four times in a row: it is told each time, sends nothing by itself, and keeps what was typed until it is saved', async () => {
    const { type, saveMine, state, labels, isSaved, flush } = await opened();
    faster = 4;
    await type('您的姓名');
    for (let times = 1; ; times++) {
      assert.deepEqual([state().overtaken, state().saving, labels()[0], isSaved()], ['waits', 'failed', '您的姓名', false]);
      await flush();
      assert.equal(sentRevisions.length, times, 'nothing is sent before it was decided');
      if (times === 4) break;
      await saveMine();
    }
    await type('您的姓名？');
    assert.equal(sentRevisions.length, 4);
    await saveMine();
    assert.deepEqual([state().overtaken, isSaved(), labels()], [null, true, ['您的姓名？', '他人第4版']]);
    assert.deepEqual(
      there.items.map(({ label }) => label),
      ['您的姓名？', '他人第4版'],
    );
  });

  it('reads all again where nothing waits, as soon as it hears of it, and does not take its own changes for others’', async () => {
    const { type, hear, state, labels, isSaved } = await opened();
    await type('您的姓名');
    await hear(2);
    assert.deepEqual([state().overtaken, labels()[0]], [null, '您的姓名']);
    there = { revision: 3, items: [item(101, '他人改的')] };
    await hear(3);
    assert.deepEqual([state().overtaken, labels(), isSaved()], ['read', ['他人改的'], true]);
  });

  it('keeps what is typed while the latest is read', async () => {
    const { edit, hear, state, labels } = await opened();
    there = { revision: 2, items: [item(101, '他人改的')] };
    const told = hear(2);
    edit([{ do: 'set', item: item(101, '刚输入的') }], { mark: '101.label' });
    await told;
    assert.deepEqual([state().overtaken, labels()[0]], ['waits', '刚输入的']);
  });

  it('is told before it sends, with what was typed since', async () => {
    const { edit, hear, look, load, state, labels } = await opened();
    edit([{ do: 'set', item: item(101, '刚输入的') }], { mark: '101.label' });
    there = { ...there, revision: 2 };
    await look();
    assert.deepEqual([state().overtaken, labels()[0], sentRevisions], ['waits', '刚输入的', []]);
    await hear(3);
    assert.equal(state().overtaken, 'waits');
    await load('read');
    assert.deepEqual([state().overtaken, labels()], ['read', ['姓名', '年龄']]);
  });
});
