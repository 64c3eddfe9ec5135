import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { timelineSourceNames, timelineSources } from '#contract/screens/timeline.rules.ts';
import { timeline as routes } from '#contract/screens/timeline.ts';
import { dayOf, HOUR } from '#contract/time.ts';
import type { TestUser } from '#test/harness.ts';
import { fillTimeline, timelineHouse, type TimelineAnswer } from '#test/timeline.ts';
import { allTimelineSources } from './timeline-registry.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

const SEES = 'members_oldman_view';
let house: Awaited<ReturnType<typeof timelineHouse>>;
before(async () => {
  house = await timelineHouse();
  await fillTimeline(house);
});
after(() => house.t.close());

const named = ({ records }: TimelineAnswer) => records.map(({ source, id }) => `${source} ${id}`);
const of = ({ records }: TimelineAnswer, source: string) => records.find((row) => row.source === source)!;
/** All pages of `size`, one after the other. */
async function pages(size: number, as: TestUser = house.head, more: object = {}): Promise<TimelineAnswer['records']> {
  const all: TimelineAnswer['records'] = [];
  let before: string | null = null;
  for (let n = 0; n < 200; n++) {
    const { records, next } = await house.page(as, { size, ...more, ...(before ? { before } : {}) });
    all.push(...records);
    if (next === null) return all;
    before = next;
  }
  throw new Error('the timeline has no end');
}

describe('the timeline of a person', () => {
  it('has each source of the contract once in its registry', () => {
    assert.deepEqual(allTimelineSources.map(({ name }) => name).toSorted(), timelineSourceNames.toSorted());
  });

  it('tells of all sources, newest first', async () => {
    const { records, next, kinds } = await house.page(house.head, { size: 100 });
    assert.deepEqual([...new Set(records.map(({ source }) => source))].toSorted(), timelineSourceNames.toSorted());
    assert.deepEqual(
      records.map(({ time }) => time),
      records
        .map(({ time }) => time)
        .toSorted()
        .toReversed(),
    );
    assert.equal(next, null);
    assert.deepEqual(new Set(kinds), new Set(Object.values(timelineSources).map(({ kind }) => kind)));
  });

  it('says what, of what, by whom and how grave', async () => {
    const all = await house.page(house.head, { size: 100 });
    const brief = (source: string) => {
      const { title, text, who, level } = of(all, source);
      return [title, text, who, level];
    };
    assert.deepEqual(brief('warning_raised'), ['SOS求助', '按下SOS求助按钮', null, 'danger']);
    assert.deepEqual(brief('warning_closed'), ['SOS求助：已处理', '已到床边', '周院长', 'info']);
    assert.deepEqual(brief('incident'), ['不良事件：跌倒', '起床时滑倒', '赵敏', 'danger']);
    assert.deepEqual(brief('measurement'), ['人工测量', '收缩压 128mmHg，舒张压 76mmHg，意识 清醒', '周院长', 'info']);
    assert.deepEqual(brief('observation_skipped'), ['跌倒后观察：未观察', '外出检查', '周院长', 'warn']);
    assert.deepEqual(brief('care_done'), ['协助饮水', '200ml', '王芳', 'info']);
    assert.deepEqual(brief('care_missed'), ['协助饮水：漏执行', null, null, 'warn']);
    assert.deepEqual(brief('care_note'), ['情绪', '心情不错', '王芳', 'info']);
    assert.deepEqual(brief('caring_visit'), ['探访：需关注', '煤气灶老化', '王芳', 'warn']);
    assert.deepEqual(brief('document'), ['登记文件：体检报告', '4，有效期至 2027-11-01', '赵敏', 'info']);
    assert.deepEqual(brief('skin'), ['皮肤：骶尾部 压疮2期', '2.5×1.5cm', '李娜', 'danger']);
    assert.deepEqual(brief('patrol_mark'), ['巡视：需要处理', '被子滑落', '王芳', 'warn']);
    assert.deepEqual(brief('centre_call'), ['呼入电话，接通', '已解决，询问膳食', null, 'info']);
    assert.deepEqual(brief('meal_left'), ['午餐：未吃', null, '王芳', 'warn']);
    assert.equal(all.records.filter(({ source }) => source === 'meal_left').length, 1, 'what was eaten up is not told');
    assert.deepEqual(brief('home_booked'), ['居家预约：11-26 下午', '上门助浴', '王强', 'info']);
    assert.deepEqual(brief('home_ended'), ['居家预约已取消：11-26 下午', '上门助浴，临时有事', '家属本人', 'warn']);
    assert.deepEqual(brief('restraint_begun'), ['开始约束：手腕约束带', '防止拔管，时限1小时', '王芳', 'warn']);
    assert.deepEqual(brief('restraint_ended'), ['解除约束：手腕约束带', '皮肤完好', '李娜', 'info']);
    assert.deepEqual(brief('outing_back'), ['外出返回', '北海公园', '李娜', 'warn']);
    assert.deepEqual(brief('movement'), ['账户充值', '家属缴费，可用余额 +¥500.00', '出纳', 'info']);
    assert.deepEqual(brief('ticket'), ['投诉：饭菜太咸', 'SQ202611240001，待受理', '周院长', 'warn']);
    assert.deepEqual(brief('questionnaire'), ['问卷：入住评估', '吞咽困难', '周院长', 'warn']);
    const changed = all.records.filter(({ source }) => source === 'record').map(({ text, who }) => `${who} ${text}`);
    assert.ok(changed.includes('周院长 备注：空 → 喜欢听戏'), changed.join());
    assert.match(changed[0]!, /联系人电话：空 → \*{3}$/);
    assert.match(of(all, 'risk').title, /^九防评估：/);
    assert.match(of(all, 'bed').text!, /^3号楼/);
    assert.match(of(all, 'contacts').text!, /^新增 王丽 \*{3}$/);
  });

  it('leads to the page of each thing', async () => {
    const all = await house.page(house.head, { size: 100 });
    assert.equal(of(all, 'incident').address, `/incident/detail?id=${of(all, 'incident').id}`);
    assert.equal(of(all, 'contract').address, `/oldMan/detail?id=${house.wang}&tabid=contract&isview=true`);
    assert.match(of(all, 'device_bound').address, /^\/device\/detail\?id=\d+$/);
  });

  it('goes on page by page without leaving anything out or saying it twice', async () => {
    const all = named(await house.page(house.head, { size: 100 }));
    for (const size of [1, 3, 7])
      assert.deepEqual(
        (await pages(size)).map(({ source, id }) => `${source} ${id}`),
        all,
      );
  });

  it('neither loses nor doubles what happened at the same moment', async () => {
    const { run, tenant, li, head, ago } = house;
    const at = ago(5);
    for (let n = 0; n < 5; n++) {
      await run(sql`insert into care_notes (tenant_id, person_id, kind, noted_at, text, user_id, user_name)
        values (${tenant}, ${li}, 'mood', ${at}, ${`第${n}次`}, ${head.userId}, '王芳')`);
      await run(sql`insert into person_calls (tenant_id, person_id, contact, phone, outcome, started_at, ended_at, user_id, user_name)
        values (${tenant}, ${li}, '李明', ${sealed('13800001111')}, 1, ${at}, ${at}, ${head.userId}, '赵敏')`);
    }
    const all = await house.page(head, { oldmanId: li, size: 100 });
    assert.equal(all.records.length, 10);
    for (const size of [1, 2, 3, 4, 5, 9]) {
      const shown = await pages(size, head, { oldmanId: li });
      assert.deepEqual(shown, all.records, `pages of ${size}`);
    }
  });

  it('does not move what was read when something new happens meanwhile', async () => {
    const { run, tenant, wang, head, ago } = house;
    const first = await house.page(head, { size: 5 });
    await run(sql`insert into care_notes (tenant_id, person_id, kind, noted_at, text, user_id, user_name)
      values (${tenant}, ${wang}, 'meal', ${ago(0)}, '吃得很好', ${head.userId}, '王芳')`);
    const second = await house.page(head, { size: 5, before: first.next });
    assert.equal(named(second).filter((name) => named(first).includes(name)).length, 0);
    assert.ok(second.records.every(({ title }) => title !== '进食'));
  });

  it('keeps to kinds, days and words', async () => {
    const { head, ago } = house;
    const visits = await house.page(head, { kinds: ['visit', 'outing'] });
    assert.deepEqual(new Set(visits.records.map(({ kind }) => kind)), new Set(['visit', 'outing']));
    const day = dayOf(Date.now() - 69 * HOUR);
    const days = await house.page(head, { from: day, to: day, size: 100 });
    assert.ok(days.records.length > 0 && days.records.every(({ time }) => time.startsWith(ago(69).slice(0, 10))));
    assert.deepEqual(
      named(await house.page(head, { text: '滑倒' })).map((name) => name.split(' ')[0]),
      ['incident'],
    );
    assert.deepEqual((await house.page(head, { text: '王芳', kinds: ['visit'] })).records, []);
    assert.deepEqual((await house.page(head, { text: '100%' })).records, []);
  });
});

describe('who may read the timeline', () => {
  it('asks each source for its own permission', async () => {
    const { t, tenant } = house;
    for (const [permission, kinds] of [
      ['warning_devicewarning_view', ['warning']],
      ['members_oldmanaccount_view', ['account']],
      ['members_caretask_view', ['care', 'note']],
      ['business_ticket_view', ['ticket']],
      ['members_oldman_edit', ['record']],
      ['sys_log_view', ['record']],
    ] as const) {
      const user = await t.user(tenant, { permissions: [SEES, permission] });
      const { records, kinds: seen } = await house.page(user, { size: 100 });
      const expected = ['arrangement', 'bed', 'call', ...kinds].toSorted();
      assert.deepEqual([...seen].toSorted(), expected, permission);
      assert.deepEqual([...new Set(records.map(({ kind }) => kind))].toSorted(), expected, permission);
    }
  });

  it('gives nothing of a kind that the caller may not see', async () => {
    const user = await house.t.user(house.tenant, { permissions: [SEES] });
    assert.deepEqual((await house.page(user, { kinds: ['account'] })).records, []);
    assert.ok((await house.page(user, { text: '缴费' })).records.length === 0);
  });

  it('keeps to the data scope of each area', async () => {
    const { t, tenant, run, wang } = house;
    const permissions = [SEES, 'members_workorder_view', 'business_ticket_view', 'members_order_view', 'members_adverseeventrecord_view'];
    const carer = await t.user(tenant, { dataScope: 3, permissions });
    assert.equal((await house.read(carer)).status, 404);
    await run(sql`update people set carer_id = ${carer.userId} where tenant_id = ${tenant} and id = ${wang}`);
    const { records } = await house.page(carer, { size: 100 });
    const kinds = new Set(records.map(({ kind }) => kind));
    // Orders that another serves and tickets of others are not hers; goods and incidents of her resident are.
    assert.deepEqual([kinds.has('order'), kinds.has('ticket'), kinds.has('goods'), kinds.has('incident')], [false, false, true, true]);
  });

  it('is refused to others', async () => {
    const { t, tenant, wang, head } = house;
    const stranger = await t.user(await t.tenant());
    const { status, msg } = await house.read(stranger);
    assert.deepEqual([status, msg], [404, '服务对象不存在']);
    assert.equal((await house.read(await t.user(tenant, { permissions: ['members_caretask_view'] }))).status, 403);
    assert.equal((await t.route(routes.page, null, { oldmanId: wang })).status, 401);
    assert.equal((await house.read(head, { oldmanId: 999_999 })).status, 404);
  });

  it('refuses what it cannot read', async () => {
    const refusal = async (more: object) => {
      const { status, msg } = await house.read(house.head, more);
      return [status, msg];
    };
    const lost = '时间线位置不正确，请重新打开时间线';
    for (const before of ['x', '2026-13-01T00:00:00.000000Z~call~1', '2026-11-01T00:00:00.000000Z~nothing~1'])
      assert.deepEqual(await refusal({ before }), [400, lost]);
    assert.deepEqual(await refusal({ kinds: ['nothing'] }), [400, '类别不正确']);
    assert.equal((await refusal({ size: 101 }))[0], 400);
  });
});
