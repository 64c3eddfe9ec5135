import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { accessible, button, confirmed, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, type Product, WIDE } from './product.ts';

/** Every page that lists what happened and that nobody takes back: its rows have no button that deletes. */
const EVIDENCE = [
  ['操作日志', '/admin/log/index'],
  ['登录日志', '/admin/log/login'],
  ['审计存证', '/admin/audit/index'],
  ['库存流水', '/business/bcmaterialmovement'],
] as const;
/** What deletes lies below 更多. */
const DELETES = /删\s*除|清\s*[空除]|移\s*除|^更\s*多/;
const MESSAGE = 'Cannot read properties of undefined (reading "bed")';

describe('logs: what is evidence stays, what is not can be deleted', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let nurse: Page;

  const row = (text: string) => admin.locator('.ant-table-row', { hasText: text }).first();
  const removing = (page: Page) => page.locator('.ant-table-row, .y-table-bar, .y-drawer').getByRole('button', { name: DELETES });
  const fail = (page: Page, message: string) =>
    page.evaluate((text) => {
      const log = {
        id: text,
        url: '/room/bed',
        time: '2026-11-21 10:00:00',
        user: 'nurse',
        type: 'error',
        message: text,
        stack: 'at bed (index.js:1)',
        info: '',
      };
      localStorage.setItem(
        'yian.error-logs',
        JSON.stringify([log, { ...log, id: `${text}2` }, { ...log, id: `${text}3`, message: `${text} 2`, type: 'render' }]),
      );
    }, message);
  const upload = async (page: Page) => {
    await page.locator('body').press('Control+k');
    await page.locator('.y-palette input').fill('错误日志');
    await page.locator('.y-palette input').press('Enter');
    const local = page.getByRole('dialog', { name: /^错误日志/ });
    await local.getByText('脚本错误').first().waitFor();
    await button(local, '上传到服务器').click();
    await local.getByText('没有错误日志').waitFor();
    return local;
  };

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', { ...WIDE, at: null });
    nurse = await product.signIn('nurse');
  });
  after(() => product?.stop());

  it('shows no button that could only fail on any page of evidence', async () => {
    for (const [name, path] of EVIDENCE) {
      await admin.goto(product.url + path);
      await admin.locator('.ant-table-row, .ant-empty').first().waitFor();
      assert.equal(await removing(admin).count(), 0, name);
    }
    await admin.goto(`${product.url}/device/lock`);
    await admin.getByRole('tab', { name: '开锁记录' }).click();
    const doors = admin.getByRole('tabpanel', { name: '开锁记录' });
    await doors.locator('.ant-table-row, .ant-empty').first().waitFor();
    assert.equal(await doors.getByRole('button', { name: DELETES }).count(), 0, '开锁记录');
    await admin.goto(`${product.url}/admin/log/index`);
    await rowAction(row('登录'), '详情');
    await dialog(admin, '日志详情').getByText('请求编号').waitFor();
    assert.equal(await removing(admin).count(), 0, 'nor in the details of an entry');
  });

  it('takes errors of a browser, counts equal ones, and shows them apart from what was done', async () => {
    await fail(nurse, MESSAGE);
    const local = await upload(nurse);
    assert.equal(await local.getByText('查看已上传的日志').count(), 0, 'for whoever may not read the log');
    await admin.goto(`${product.url}/admin/log/index?type=9`);
    await admin.locator('.ant-table-row, .ant-empty').first().waitFor();
    assert.equal(await admin.getByText(MESSAGE).count(), 0, 'not among what was done');
    await admin.getByRole('radiogroup', { name: '日志' }).getByText('错误日志').click();
    await row(MESSAGE).waitFor();
    assert.equal(new URL(admin.url()).search, '?log=errors', 'the search of the other log is gone');
    assert.match((await row('脚本错误').textContent()) ?? '', /2nurse/, 'twice, by the nurse');
    assert.equal(await removing(admin).count(), 2, 'where it can be done there is a button');
    await accessible(admin, '.y-list');
  });

  it('shows one with its stack, found by a part of it', async () => {
    await admin.goto(`${product.url}/admin/log/index?log=errors&kind=render&message=${encodeURIComponent('reading "bed"')}`);
    await row(`${MESSAGE} 2`).waitFor();
    assert.equal(await admin.locator('.ant-table-row').count(), 1);
    await row(MESSAGE).dblclick();
    const drawer = dialog(admin, '错误日志详情');
    await drawer.getByText('at bed (index.js:1)').waitFor();
    await accessible(admin, '.y-drawer');
    await button(drawer, '关闭').last().click();
  });

  it('deletes one for good, which is written down', async () => {
    await rowAction(row(MESSAGE), '删除');
    const asked = admin.locator('.ant-modal-confirm-title', { hasText: `“${MESSAGE} 2”` });
    assert.match(await asked.innerText(), /^确定删除.+遇到的“.+”吗？共出现\d+次，删除后不能恢复$/);
    await confirmed(admin);
    await said(admin, '删除成功');
    await admin.goto(`${product.url}/admin/log/index?log=errors`);
    await row(MESSAGE).waitFor();
    assert.equal(await admin.locator('.ant-table-row').count(), 1);
    await admin.goto(`${product.url}/admin/log/index`);
    await row('删除错误日志').waitFor();
  });

  it('proves the chain, and warns from which row on signed heads were taken away', async () => {
    const tenant = await admin.evaluate(() => JSON.parse(sessionStorage.getItem('yian.session')!).user.tenantId as number);
    const file = join(product.deps.config.dataDir, 'audit/heads', `${tenant}.jsonl`);
    await admin.goto(`${product.url}/admin/audit/index`);
    const verdict = async (text: RegExp) => {
      await admin.getByRole('button', { name: /验\s?证$/ }).click();
      await admin.getByRole('alert').filter({ hasText: text }).waitFor();
    };
    await verdict(/验证通过：[\d,]+ 条存证首尾相接，与签名存证一致/);
    const heads = readFileSync(file, 'utf8').trim().split('\n');
    assert.ok(heads.length > 1, 'the chain goes on after its first head');
    writeFileSync(file, `${heads.at(-1)}\n`);
    await verdict(/记录未被改动，但.+从存证序号 1 起没有签名存证/);
    await accessible(admin, '.y-list-page');
    assert.deepEqual(product.problems, []);
  });
});
