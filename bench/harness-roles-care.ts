/** The day of a nurse at her desk and of a carer with her phone, for bench/roles.ts. */
import { sql } from 'kysely';
import { formatTime } from '#web/ui/display.ts';
import { watchId, type Fleet } from '../scripts/simulator/watches.ts';
import { button, callFrom, dialog, said, sign } from '../test/e2e/pages.ts';
import type { Product } from '../test/e2e/product.ts';
import { wearerOf } from '../test/e2e/demonstration.ts';
import { pick, pressed, type Worker } from './harness-roles.ts';

const PINGAN = 1_000_001;

export async function nursesDay(product: Product, nurse: Worker, fleet: Fleet): Promise<void> {
  const { page, press, type, key, menu, does } = nurse;
  const wearer = (await wearerOf(product, 1)).name;
  const home = async () => {
    await page.goto(`${product.url}/wel/index`);
    await page.locator('.y-now-row').first().waitFor();
  };
  /** Opens a person by the initials. */
  const find = async (initials: string, name: string) => {
    await key('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await type(initials);
    await page.getByRole('dialog').getByText(name).first().waitFor();
    await key('Enter');
  };

  await home();

  fleet.alarm(watchId(1));
  const card = page.getByRole('article', { name: `紧急预警：${wearer}，SOS求助` });
  await card.locator('.w-responder').first().waitFor();
  await does(
    'an SOS, a carer sent',
    async () => {
      await press(card.locator('.w-responder').first());
      await card.getByText('已派给').waitFor();
    },
    2,
  );
  await card.waitFor({ state: 'detached' });

  await does('the vital signs of a floor', async () => {
    await menu('今天', '体征录入');
    const sheet = page.getByRole('region', { name: '体征录入' });
    await pick(nurse, sheet, '楼栋', '1号楼');
    const narrowed = page.waitForResponse((answer) => /overview\/page\?.*floor=/i.test(answer.url()));
    await pick(nurse, sheet, '楼层', '1层');
    const { data } = (await (await narrowed).json()) as { data: { total: number } };
    const people = data.total;
    await sheet.getByText(`共 ${people} 人`).waitFor();
    for (const [label, value] of [
      ['体温', '36.5'],
      ['心率', '72'],
      ['血压', '128/76'],
      ['血氧', '97'],
    ] as const) {
      await press(sheet.getByLabel(new RegExp(label)).first());
      for (let row = 0; row < people; row++) {
        await type(value);
        await key('Enter');
      }
    }
    await pressed(nurse, sheet, '保存全部');
    await page.locator('.ant-modal-confirm-title', { hasText: /^已保存\d+项/ }).waitFor();
  });
  await button(page.locator('.ant-modal-confirm'), '知道了').click();
  await home();

  await does('a value that is too low, its warning confirmed and handled', async () => {
    await find('tsz', '陶淑珍');
    await pressed(nurse, page.locator('.y-page-width:visible'), '录入体征');
    const entry = dialog(page, '录入体征：陶淑珍');
    await press(entry.getByLabel('血氧（%）'));
    await type('82');
    await pressed(nurse, entry, '保存');
    await press(button(page.locator('.ant-modal-confirm', { hasText: '陶淑珍有异常值' }), '知道了'));
    const warning = page.getByRole('article', { name: /陶淑珍，/ });
    await press(button(warning, '立即处理'));
    const drawer = dialog(page, '预警处理');
    await press(drawer.getByText('已处理', { exact: true }).first());
    await press(drawer.getByLabel('处理结果').or(drawer.getByRole('textbox')).first());
    await type('已吸氧，复测96');
    await pressed(nurse, drawer, '确定');
    await drawer.waitFor({ state: 'detached' });
  });
  await home();

  await does('a handover, written and signed', async () => {
    await press(page.getByRole('region', { name: '交接班' }).getByRole('button', { name: /写交接$/ }));
    await page.waitForURL(/\/handover\/detail\?id=\d+/);
    await press(page.getByLabel('其他交代'));
    await type('302 夜间翻身两小时一次');
    await pressed(nurse, page, '交班签名');
    await pressed(nurse, page.getByRole('dialog', { name: '交班签名' }), '签名');
    await page.getByText('待接班', { exact: true }).filter({ visible: true }).first().waitFor();
  });

  await does('a person by pinyin, 今天', async () => {
    await find('tsz', '陶淑珍');
    await page.getByRole('tab', { name: '今天', selected: true }).waitFor();
    await page.getByRole('region', { name: '最近体征' }).filter({ visible: true }).waitFor();
  });
}

/** An order of the carer of which she has to bring a photo, a signature and a questionnaire. Gives where it is. */
export async function jobFor(product: Product, admin: Worker['page']): Promise<{ longitude: number; latitude: number }> {
  const one = async <T>(query: ReturnType<typeof sql>): Promise<T> => {
    const row = await product.deps.inTenant(PINGAN, (tx) => tx.row<T>(query as never));
    if (!row) throw new Error('there is no such row');
    return row;
  };
  const { id: project } = await one<{ id: number }>(sql`select id from service_projects where tenant_id = ${PINGAN} and name = '换药'`);
  const { id: carer } = await one<{ id: number }>(sql`select id from users where tenant_id = ${PINGAN} and username = 'carer'`);
  const { id: person, address } = await one<{ id: number; address: string }>(
    sql`select id, address from people where tenant_id = ${PINGAN} and longitude is not null and address <> '' and deleted_at is null
      and status = 1 order by id limit 1`,
  );
  const order = await callFrom<number>(admin, 'POST', '/members/workorder', {
    oldmanId: person,
    oldmanPhone: '13911112222',
    oldmanAddress: address,
    jobLists: [{ serverProjectId: project, serverTime: formatTime(Date.now()), serverUserId: carer }],
  });
  return one(sql`select longitude, latitude from work_orders where tenant_id = ${PINGAN} and id = ${order}`);
}

export async function carersDay(product: Product, carer: Worker, picture: Buffer): Promise<void> {
  const { page, press, type, does } = carer;
  const home = async () => {
    await page.goto(`${product.url}/carer`);
    await page.locator('.c-card').first().waitFor();
  };
  const told = () => page.locator('.c-waiting').waitFor({ state: 'detached' });

  await home();
  await does('a job begun and finished: photo, signature, questionnaire', async () => {
    await press(
      page
        .locator('.c-card', { hasText: '换药' })
        .getByRole('button', { name: /签\s?到/ })
        .first(),
    );
    await page.getByText('距服务地址约').waitFor();
    await press(button(page.locator('.c-form'), '签到'));
    await said(page, '签到已记录');
    await page.locator('.c-form').waitFor({ state: 'detached' });
    await press(
      page
        .getByRole('button', { name: /^签\s?退/ })
        .filter({ visible: true })
        .first(),
    );
    await page.getByText('距服务地址约').waitFor();
    await press(page.getByLabel('服务记录'));
    await type('已更换敷料');
    await page.locator('#c-photo').setInputFiles({ name: 'IMG_1.png', mimeType: 'image/png', buffer: picture });
    await page.getByAltText('现场照片').waitFor();
    await sign(page, page.locator('.c-form'));
    await press(page.getByRole('button', { name: /^填写问卷/ }));
    await press(page.getByText('良好', { exact: true }));
    await press(page.locator('.ant-checkbox-label:visible', { hasText: '助浴' }));
    await press(page.getByText('完好', { exact: true }));
    if (await page.locator('.y-sign:visible').count()) await sign(page, page.locator('.c-paper'));
    await press(button(page, '保存'));
    await said(page, '问卷已记录');
    await press(button(page.locator('.c-form'), '签退'));
    await said(page, '签退已记录');
    await told();
  });

  await home();
  await does('a care task ticked', async () => {
    await press(button(page, '照护任务'));
    const task = page.getByRole('listitem').filter({ has: button(page, '完成') });
    const name = (await task.first().getAttribute('aria-label')) ?? '';
    await press(button(task.first(), '完成'));
    await page.getByRole('listitem', { name }).getByText('已完成').waitFor();
  });

  await home();
  await does('a note: turned to the left', async () => {
    await press(button(page, '照护随记'));
    await press(page.locator('.c-page').getByRole('button', { name: /\d床/ }).first());
    await press(button(page, '翻身'));
    await press(button(page.getByRole('dialog'), '左侧'));
    // What was noted may be taken back for ten seconds; only then it leaves.
    await page.getByRole('listitem', { name: '翻身，左侧' }).waitFor();
  });

  await home();
  await told();
  await does('a round of a floor, one person noted', async () => {
    await press(button(page, '巡视'));
    await press(page.getByRole('listitem').getByRole('button', { name: '巡视' }).first());
    await pressed(carer, page, '开始巡视');
    const resident = page.getByRole('listitem').filter({ hasText: '需要处理' }).first();
    await press(resident.getByText('需要处理'));
    await press(resident.getByRole('textbox'));
    await type('要加被子');
    await pressed(carer, page, '结束（1人有情况）');
    await page
      .getByText(/已结束|巡视已记录/)
      .first()
      .waitFor();
    await told();
  });
}
