/** What forms of visits refuse before a handler sees them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { z } from 'zod';
import { visitPlans } from './visit-plans.ts';
import { visitTasks } from './visit-tasks.ts';

const said = (schema: z.ZodType, input: object): string[] => {
  const { error } = schema.safeParse(input);
  return error ? error.issues.map(({ message }) => message) : [];
};
const FILE = '/admin/sys-file/files/3b241101-e2bb-4255-8caf-4136c566a962.png';

describe('a form of visits', () => {
  it('names what is empty', () => {
    const plan = { name: '探访', way: 1, frequency: 1, startsOn: '2026-11-25', items: [{ title: '问', kind: 'text' }] };
    const refused = (more: object) => said(visitPlans.create.input, { ...plan, ...more });
    assert.deepEqual(refused({}), []);
    assert.deepEqual(refused({ items: [{ title: '问', kind: 'choice', choices: [''] }] }), ['请输入选项']);
    assert.deepEqual(refused({ tags: [''] }), ['请输入标签']);
    assert.deepEqual(refused({ people: [{ oldmanId: 0 }] }), ['请选择服务对象']);
  });

  it('takes nine photos, and answers that have a name', () => {
    const visit = { id: 1, way: 1, result: 1, answers: [] };
    const refused = (more: object) => said(visitTasks.record.input, { ...visit, ...more });
    assert.deepEqual(refused({ photos: Array(9).fill(FILE) }), []);
    assert.deepEqual(refused({ photos: Array(10).fill(FILE) }), ['最多9张照片']);
    assert.deepEqual(refused({ answers: [{ title: '' }] }), ['探访内容不正确']);
    assert.deepEqual(refused({ answers: [{ title: '照片', files: Array(10).fill(FILE) }] }), ['最多9张照片']);
    assert.deepEqual(refused({ way: 4 }), ['探访方式应为1至3的整数']);
    assert.deepEqual(refused({ result: 4 }), ['探访结果应为1至3的整数']);
    assert.deepEqual(said(visitTasks.notReached.input, { id: 1, way: 1, reason: 6 }), ['未见到人的原因应为1至5的整数']);
    assert.deepEqual(said(visitTasks.assign.input, { id: 1, userId: 0 }), ['请选择探访人']);
    assert.deepEqual(said(visitTasks.settle.input, { oldmanId: 1 }), ['请填写处理情况']);
    assert.deepEqual(said(visitTasks.statistics.input, { month: '2026-13' }), ['月份格式应为yyyy-MM']);
  });
});
