/** A call of a family through the service desk, in real browsers whose microphones are tones: who hears whom in each step. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { startWatches, watchId } from '../../scripts/simulator/watches.ts';
import { SECOND_CLICK_MS } from '#web/api/dialling.ts';
import { callDesk } from './call-desk.ts';
import { accessible, button, callFrom, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';
import { hearsMusic, hearsOnly } from './tones.ts';

const FAMILY = 440;
const AGENT = 700;
const NURSE = 1000;
const ADMIN = 1400;
const PINGAN = 1_000_001;
/** Of the simulator; who wears it has a telephone. */
const WATCH = 1;
const ALL = [FAMILY, AGENT, NURSE, ADMIN];

describe('a call', { skip: noBrowser }, () => {
  let product: Product;
  const desk = callDesk(() => product);
  const { page, panelOf, entry, press, stateOf, of, comeOnDuty } = desk;

  before(async () => {
    product = await startProduct({ devices: 'real' });
  });
  after(async () => {
    await desk.close();
    await product?.stop();
  });

  it('of a family rings at the desk, and both hear each other', async () => {
    await comeOnDuty('agent', AGENT);
    await comeOnDuty('admin', ADMIN);
    await desk.onBreak('admin');
    await desk.callIn('admin', FAMILY);
    await press('agent', '接听');
    await panelOf('agent').getByRole('heading', { name: '冯建国' }).waitFor();
    await hearsOnly(page('family'), [AGENT], ALL);
    await hearsOnly(page('agent'), [FAMILY], ALL);
    await page('family').getByText('通话中', { exact: true }).waitFor();
    await accessible(page('family'), '.cp-page');
    await accessible(page('agent'), '.cw-panel');
  });

  it('is held with music, and muted', async () => {
    await press('agent', '保持');
    await hearsMusic(page('family'), ALL);
    await hearsOnly(page('agent'), [], ALL);
    await press('agent', '取回');
    await hearsOnly(page('family'), [AGENT], ALL);
    await page('agent').keyboard.press('Alt+S');
    await hearsOnly(page('family'), [], ALL);
    await hearsOnly(page('agent'), [FAMILY], ALL);
    await press('agent', '取消静音');
    await hearsOnly(page('family'), [AGENT], ALL);
  });

  it('is whispered to by a supervisor, whom the family does not hear', async () => {
    await entry('admin', '监听');
    await panelOf('admin').getByRole('button', { name: /^耳语/ }).click();
    await hearsOnly(page('agent'), [FAMILY, ADMIN], ALL);
    await hearsOnly(page('admin'), [FAMILY, AGENT], ALL);
    await hearsOnly(page('family'), [AGENT], ALL);
    await press('admin', '挂断');
    await hearsOnly(page('agent'), [FAMILY], ALL);
  });

  it('is handed on to the nurse, who has the agent back in a conference', async () => {
    await comeOnDuty('nurse', NURSE);
    await entry('agent', '转接');
    await of('agent', '8002', /^转接给/).click();
    await press('nurse', '接听');
    await hearsOnly(page('family'), [NURSE], ALL);
    await hearsOnly(page('nurse'), [FAMILY], ALL);
    await desk.done('agent');
    await entry('nurse', '会议');
    await of('nurse', '8001', /^邀请/).click();
    await press('agent', '接听');
    await hearsOnly(page('agent'), [FAMILY, NURSE], ALL);
    await hearsOnly(page('family'), [AGENT, NURSE], ALL);
  });

  it('goes on after a reload of the page, and ends with notes and stars', async () => {
    await press('nurse', '挂断');
    await hearsOnly(page('family'), [AGENT], ALL);
    page('agent').on('dialog', (question) => void question.accept());
    await page('agent').reload();
    await hearsOnly(page('family'), [AGENT], ALL);
    await hearsOnly(page('agent'), [FAMILY], ALL);
    await panelOf('agent').getByLabel('通话小结').fill('询问探视时间');
    await press('agent', '挂断');
    await stateOf('agent', '话后处理');
    await panelOf('agent').getByRole('heading', { name: '冯建国' }).waitFor();
    await page('family').getByRole('heading', { name: '通话已结束' }).waitFor();
    await page('family').getByRole('button', { name: '5 分' }).click();
    await page('family').getByText('谢谢您的评价').waitFor();
    await press('agent', '保存小结');
    await press('agent', '完成');
    await stateOf('agent', '空闲');
  });

  it('about a warning is dialled from its drawer, which is decided when the call has ended', async () => {
    const nurse = page('nurse');
    const fleet = startWatches({ host: '127.0.0.1', port: product.watchPort, ids: [watchId(WATCH)], rate: 0 });
    after(() => fleet.stop());
    assert.ok(await fleet.connected(30_000), 'the watch connects');
    fleet.alarm(watchId(WATCH));
    let warning: { id: number } | undefined;
    for (let times = 0; !warning && times < 60; times += 1) {
      await wait(500);
      const { records } = await callFrom<{ records: { id: number; mobile: string | null }[] }>(nurse, 'GET', '/warning/devicewarning/top');
      warning = records.find(({ mobile }) => mobile !== null);
    }
    assert.ok(warning, 'no warning came');
    await nurse.goto(`${product.url}/warning/warning/index?id=${warning.id}`);
    const drawer = nurse.getByRole('dialog', { name: '预警处理' });
    await drawer.locator('.w-dial').click();
    await stateOf('nurse', '拨号');
    await drawer.getByText('通话结束后才能确定').waitFor();
    assert.ok(await button(drawer, '确定').isDisabled());
    // The drawer keeps the focus that leaves it, but not from the panel.
    await panelOf('nurse').getByLabel('通话小结').pressSequentially('无人接听');
    assert.equal(await panelOf('nurse').getByLabel('通话小结').inputValue(), '无人接听');
    await press('nurse', '挂断');
    await drawer.getByText('通话结束后才能确定').waitFor({ state: 'detached' });
    assert.ok(await button(drawer, '确定').isEnabled());
    await drawer.getByRole('region', { name: '通话记录' }).getByText('呼叫方取消').waitFor();
  });

  it('is not dialled by the double click on its number that opens its record', async () => {
    const nurse = page('nurse');
    await nurse.goto(`${product.url}/cloudcall/record`);
    const dialled: string[] = [];
    nurse.on('request', (request) => void (request.postData()?.includes('MakeCall') && dialled.push(request.url())));
    await nurse.locator('.ant-table-row a[href^="tel:1"]').first().dblclick();
    await nurse.getByRole('dialog', { name: /^通话 / }).waitFor();
    await wait(2 * SECOND_CLICK_MS);
    assert.deepEqual(dialled, []);
  });

  it('is inspected: scored by an item that knocks out, appealed against by its agent, decided by a second person, counted', async () => {
    const inspector = await product.signIn('inspector', { ...WIDE, at: '/cloudcall/record' });
    // The newest call that was answered: the family's.
    const row = inspector.locator('.ant-table-row').filter({ hasText: '送质检' }).first();
    await rowAction(row, '送质检');
    const asked = dialog(inspector, '送质检');
    await asked.getByText('服务台通话').waitFor();
    await accessible(inspector, '.ant-modal');
    await button(asked, '送质检').click();
    await said(inspector, '已送质检');
    await asked.waitFor({ state: 'hidden' });
    await rowAction(row, '送质检');
    await asked.getByText('该通话已有质检记录（待检），同一通话只质检一次').waitFor();
    await button(asked, '查看质检').click();
    const drawer = (at: Page) => at.getByRole('dialog', { name: /^通话质检 / });
    const scoring = drawer(inspector);
    await button(scoring, '听录音').click();
    await scoring.getByRole('slider', { name: /^播放位置/ }).waitFor();
    await scoring.getByLabel('泄露隐私：一票否决').click();
    await scoring.getByLabel('泄露隐私的说明').fill('说出了老人的住址');
    await scoring.getByLabel('评语').fill('请先核实来电人');
    await scoring.getByText('0 分', { exact: false }).first().waitFor();
    await accessible(inspector, '.ant-drawer-section');
    await button(scoring, '提交评分').click();
    await button(inspector.locator('.ant-modal:visible'), '确定').click();
    await said(inspector, '已评分');

    // Which of those who spoke in it has it.
    const [seat] = await product.deps.inTenant(PINGAN, (tx) =>
      tx.rows<{ username: string }>(sql`
        select u.username from call_inspections i join users u on u.tenant_id = i.tenant_id and u.id = i.agent_id
        where i.tenant_id = ${PINGAN} and i.knocked_out`),
    );
    /** Opens a row of 现在 from its kind. */
    const openNow = async (at: Page, kind: string, text: string): Promise<void> => {
      const now = at.getByRole('region', { name: /^现在/ });
      await now.getByRole('button', { name: new RegExp(`^${kind} \\d`) }).click();
      await now.getByRole('listitem').filter({ hasText: text }).getByRole('link').click();
    };
    const agent = await product.signIn((seat ?? assert.fail('nothing was scored')).username);
    await openNow(agent, '质检结果', '质检得分0分，一票否决');
    const result = drawer(agent);
    for (const text of ['说出了老人的住址', '评语：请先核实来电人', /申诉截止于/]) await result.getByText(text).first().waitFor();
    await button(result, '申诉').click();
    await dialog(agent, '对评分提出申诉').getByLabel('申诉理由').fill('对方是监护人，已核实');
    await button(dialog(agent, '对评分提出申诉'), '提交申诉').click();
    await said(agent, '已提交申诉');

    // The head of the house listened in, which is not to speak in it.
    const admin = await product.signIn('admin');
    await openNow(admin, '质检申诉', '，0分');
    await button(drawer(admin), '裁定申诉').click();
    const deciding = dialog(admin, '裁定申诉');
    await deciding.getByText('重新评分', { exact: true }).click();
    await deciding.getByLabel('泄露隐私：一票否决').click();
    await deciding.getByLabel('裁定说明').fill('重听确认已核实监护人');
    await button(deciding, '裁定').click();
    await said(admin, '已裁定');
    await drawer(admin)
      .getByText(/裁定：0分改为100分/)
      .waitFor();

    await inspector.goto(`${product.url}/cloudcall/inspection/statistics`);
    const totals = inspector.getByRole('region', { name: '质检合计' }).or(inspector.getByLabel('质检合计'));
    await inspector.getByLabel('来源').click();
    await inspector.locator('.ant-select-dropdown:visible').getByTitle('人工', { exact: true }).click();
    await totals.getByText('改判 1').waitFor();
    await totals.getByText('合格 1').waitFor();
    assert.deepEqual(product.problems, []);
  });
});
