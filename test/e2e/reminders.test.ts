import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { startWatches, watchId, type Fleet } from '../../scripts/simulator/watches.ts';
import { sendMessage } from '#server/messages/messages.ts';
import { endWarnings, wearerOf } from './demonstration.ts';
import { accessible, button, callFrom } from './pages.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;
const PHONE = '13900003333';
const [LEAVE, FAMILY, OTHERS, VISIT] = ['请假待审批', '家属来访', '另一位家属来访', '请立即上门'];
const TITLES = [LEAVE, FAMILY, OTHERS, VISIT];

describe('reminders', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let nurse: Page;
  let admin: Page;
  let nurseId: number;

  const inHouse = <T>(query: ReturnType<typeof sql<T>>) => product.deps.inTenant(PINGAN, (tx) => tx.rows<T>(query));
  const send = (kind: 'approval' | 'visitor', title: string) =>
    product.deps.inTenant(PINGAN, (tx) =>
      sendMessage(tx, product.deps, { recipientId: nurseId, kind, title, text: '请查看', link: '/wel/index' }),
    );
  const own = (page: Page) => page.locator('.ant-card', { has: page.getByText('消息提醒', { exact: true }) });
  const flip = (page: Page, name: string) => own(page).getByRole('switch', { name, exact: true }).click();
  const save = async (page: Page) => {
    await own(page)
      .getByRole('button', { name: /^保\s*存$/ })
      .click();
    await page.getByText('已保存').first().waitFor();
  };
  /** Of the journey's own messages and their summary: at any hour visits of the demonstration become late, and a dispatcher is told so. */
  const states = async () =>
    (
      await inHouse(
        sql<{ kind: string; state: number }>`select d.kind, d.state from message_deliveries d
          left join messages m on m.tenant_id = d.tenant_id and m.id = d.message_id
          where d.tenant_id = ${PINGAN} and d.user_id = ${nurseId} and (d.kind = 'digest' or m.title = any(${TITLES})) order by d.id`,
      )
    ).map(({ kind, state }) => `${kind} ${state}`);
  async function becomes(expected: string[]): Promise<void> {
    for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((done) => setTimeout(done, 200)))
      if ((await states()).join() === expected.join()) return;
    assert.deepEqual(await states(), expected);
  }

  before(async () => {
    product = await startProduct({ devices: 'real' });
    await endWarnings(product);
    const [row] = await inHouse(
      sql<{ id: number }>`update users set phone = ${PHONE} where tenant_id = ${PINGAN} and username = 'nurse' returning id`,
    );
    nurseId = row!.id;
    await inHouse(sql`delete from message_preferences where tenant_id = ${PINGAN} and user_id = ${nurseId}`);
    await inHouse(sql`delete from message_deliveries where tenant_id = ${PINGAN} and user_id = ${nurseId}`);
    nurse = await product.signIn('nurse', WIDE);
    admin = await product.signIn('admin', { ...WIDE, at: null });
  });
  after(() => product?.stop());

  it('are what the institution has on', async () => {
    await admin.goto(`${product.url}/admin/message/settings`);
    for (const name of ['审批短信', '工单短信']) await admin.getByRole('switch', { name, exact: true }).click();
    await accessible(admin, '.m-preferences');
    await button(admin, '保存').click();
    await admin.getByText('更新成功').first().waitFor();
  });

  it('but for what the nurse switches off, and for her quiet hours', async () => {
    await nurse.goto(`${product.url}/info/index`);
    await own(nurse).getByRole('switch', { name: '审批短信' }).waitFor();
    await flip(nurse, '审批短信');
    await own(nurse).getByRole('button', { name: '添加时段' }).click();
    await accessible(nurse, '.m-preferences');
    await save(nurse);
    // All day, so that the journey does not depend on when it runs.
    await inHouse(sql`update message_preferences set quiet = '[{"days": [], "from": "00:00", "to": "12:00"},
      {"days": [], "from": "12:00", "to": "00:00"}]' where tenant_id = ${PINGAN} and user_id = ${nurseId}`);
    await send('approval', LEAVE);
    await send('visitor', FAMILY);
    await send('visitor', OTHERS);
    await becomes(['approval 5', 'visitor 2', 'visitor 2']);
  });

  it('are on her page at once, by days, the unread ones first', async () => {
    await nurse.goto(`${product.url}/message/index`);
    const list = nurse.getByRole('region', { name: '消息列表' });
    await list.getByText(OTHERS).waitFor();
    await list.locator('.y-group-line').filter({ hasText: '今天' }).waitFor();
    await nurse.getByLabel('内容').fill('请假');
    await nurse.keyboard.press('Enter');
    await list.getByText(OTHERS).waitFor({ state: 'detached' });
    await list.getByText(LEAVE).waitFor();
    await accessible(nurse, '.y-list');
    // By the keyboard: a row is opened, and says what became of its text.
    await list.locator('tbody tr[tabindex="0"]').first().focus();
    await nurse.keyboard.press('Enter');
    await nurse.getByRole('dialog').getByText('本人已关闭').waitFor();
    await nurse.keyboard.press('Escape');
  });

  it('come as one text when the quiet hours end', async () => {
    await inHouse(sql`update message_deliveries set due_at = now() - interval '1 second'
      where tenant_id = ${PINGAN} and user_id = ${nurseId} and state = 2`);
    await becomes(['approval 5', 'visitor 3', 'visitor 3', 'digest 3']);
  });

  it('of an SOS come at once, whatever the hour', async () => {
    const fleet: Fleet = startWatches({ host: '127.0.0.1', port: product.watchPort, ids: [watchId(1)], rate: 0 });
    try {
      assert.ok(await fleet.connected(30_000), 'the watch connects');
      fleet.alarm(watchId(1));
      const { name } = await wearerOf(product, 1);
      const card = admin.getByRole('article', { name: `紧急预警：${name}，SOS求助` });
      await card.locator('.w-responder').first().waitFor({ timeout: 30_000 });
      const [warning] = await inHouse(
        sql<{
          id: number;
          version: number;
        }>`select id, version from warnings where tenant_id = ${PINGAN} and rule = 'sos' order by id desc limit 1`,
      );
      await callFrom(admin, 'POST', '/warning/devicewarning/dispatch', { ...warning, userId: nurseId });
      await becomes(['approval 5', 'visitor 3', 'visitor 3', 'digest 3', 'workorder 3']);
    } finally {
      await fleet.stop();
    }
  });

  it('are all in the log, with why not, and no number', async () => {
    await admin.goto(`${product.url}/admin/message/log`);
    const list = admin.getByRole('region', { name: '发送记录列表' });
    for (const text of ['本人已关闭', '免打扰汇总', '已发送']) await list.getByText(text).first().waitFor();
    await accessible(admin, '.y-list');
    const text = await admin.locator('#page').innerText();
    assert.ok(!text.includes(PHONE) && !text.includes(FAMILY), 'no number, no words');
    assert.deepEqual(product.problems, []);
  });
});
