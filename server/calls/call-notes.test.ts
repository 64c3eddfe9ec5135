import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { callNotes } from '#contract/calls/call-notes.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, type Harness } from '#test/harness.ts';

let t: Harness;
let house: CallHouse;
let one: Seat;
let other: Seat;
let jobId: string;
before(async () => {
  t = await harness();
  house = await callHouse(t);
  const desk = await house.group('服务台');
  one = await house.seat([desk]);
  other = await house.seat([desk]);
  const third = await house.seat([desk]);
  await house.onDuty(one, third);
  const called = await house.act(one, 'MakeCall', { Callee: third.extension });
  jobId = called.data.data.callContext.jobId as string;
});
after(() => t.close());

const save = (seat: Seat, input: object) => t.route(callNotes.save, seat.user, { jobId, summary: '', outcome: '', ...input } as never);
const kept = () => house.run(sql`select summary, outcome from calls where job_id = ${jobId}::uuid`);

describe('the notes of a call', () => {
  it('are written by a seat of the call, while it goes on and afterwards', async () => {
    assert.equal((await save(one, { summary: '询问探视时间', outcome: '已解决' })).status, 200);
    await house.act(one, 'ReleaseCall');
    assert.equal((await save(one, { summary: '询问探视时间，已答复', outcome: '咨询' })).msg, '小结已保存');
    assert.deepEqual(await kept(), [{ summary: '询问探视时间，已答复', outcome: '咨询' }]);
  });

  it('are not for seats that had no part in it, nor for other tenants', async () => {
    for (const refused of [await save(other, { summary: 'x' }), await save(one, { jobId: randomUUID(), summary: 'x' })])
      assert.deepEqual([refused.status, refused.msg], [404, '通话不存在']);
    const elsewhere = await callHouse(t);
    const stranger = await elsewhere.seat([]);
    assert.equal((await save(stranger, { summary: 'x' })).status, 404);
    assert.deepEqual(await kept(), [{ summary: '询问探视时间，已答复', outcome: '咨询' }]);
  });

  it('refuse what makes no sense in words', async () => {
    assert.equal((await save(one, { outcome: '很好' })).msg, '通话结果不在可选范围内，请重新选择');
    assert.equal((await save(one, { jobId: '7' })).msg, '通话编号格式不正确');
    assert.equal((await save(one, { summary: 'x'.repeat(1001) })).status, 400);
  });
});
