import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { cleanRich } from '#server/http/rich-text.ts';
import { attacks, KEPT_MARKUP } from '../rich-attacks.ts';
import { accessible, becomes, button, choose, dialog, rowAction, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;
const NAME = '记忆棉坐垫';
const NOTICE = '外部图片不能直接粘贴';
const SHOWN = '.y-rich:visible';

/** As office programs give it: styles, tags of their own, a picture from elsewhere, something that runs. */
const PASTED =
  '<html><head><style>p.MsoNormal{color:red}</style></head><body><p class="MsoNormal" style="margin-left:10pt"><span style="font-weight:bold;font-family:宋体">' +
  '样式粗体<o:p></o:p></span>与<b>粗体</b></p><table><tr><td>甲</td><td>乙</td></tr></table><img src="https://mmbiz.example/x.png">' +
  '<a href="javascript:alert(1)">坏链接</a><script>document.title="poisoned"</script></body></html>';

describe('rich text', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let form: Locator;
  let area: Locator;
  /** Addresses outside of the product that a page asked for. */
  const foreign: string[] = [];
  /** Whether a page has asked for the editor. */
  let loaded = false;

  const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
    (await product.deps.inTenant(PINGAN, (tx) => tx.row<T>(query as never))) ?? assert.fail('there is no such row');
  const stored = async () =>
    (await one<{ description: string | null }>(sql`select description from products where tenant_id = ${PINGAN} and name = ${NAME}`))
      .description;
  const write = (description: string) =>
    product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`update products set description = ${description} where tenant_id = ${PINGAN} and name = ${NAME}`),
    );
  const tool = (name: string) => form.getByRole('toolbar', { name: '格式' }).getByRole('button', { name, exact: true });
  const type = (text: string) => admin.keyboard.type(text);
  const press = (key: string) => admin.keyboard.press(key);
  const png = (page: Page) =>
    page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 });
      const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made as Blob)));
      return [...new Uint8Array(await blob.arrayBuffer())];
    });
  /** A paste as the browser tells of it, of HTML or of a picture. */
  const paste = (given: { html?: string; png?: number[] }) =>
    area.evaluate((element, { html, png }) => {
      const data = new DataTransfer();
      if (html) data.setData('text/html', html);
      if (png) data.items.add(new File([new Uint8Array(png)], '截图.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, given);
  const open = async (action: '编辑' | '查看') => {
    await admin.goto(`${product.url}/business/product`);
    const row = admin.locator('.ant-table-row', { hasText: NAME });
    await (action === '编辑' ? rowAction(row, '编辑') : row.getByRole('button', { name: NAME }).click());
    form = admin.getByRole('dialog', { name: action === '编辑' ? '编辑商品' : `商品详情 · ${NAME}` });
    area = form.getByRole('textbox', { name: '描述' });
    await (action === '编辑' ? area : form.getByText('商品描述')).waitFor();
  };

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin');
    admin.on('dialog', (asked) => assert.fail(`a script ran: ${asked.message()}`));
    admin.on('request', (request) => {
      loaded ||= request.url().includes('/rich-text-editor');
      if (!request.url().startsWith(product.url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
    });
  });
  after(() => product?.stop());

  it('is written with buttons and keys, and keeps what is pasted without what may not stay', async () => {
    // By the menu: the way back is within the application then.
    await admin.goto(`${product.url}/business/productcategory`);
    await admin.locator('.y-menu .ant-menu-item', { hasText: /^商品$/ }).click();
    await admin.locator('.ant-table-row:visible', { hasText: '轮椅' }).waitFor();
    assert.equal(loaded, false, 'a list does not load the editor');
    await admin.locator('button:visible', { hasText: /^新\s?增$/ }).click();
    form = dialog(admin, '新增商品');
    area = form.getByRole('textbox', { name: '描述' });
    await form.getByLabel('商品名称').fill(NAME);
    await choose(admin, form, '商品分类', '康复辅具');
    await form.getByLabel('价格').fill('168');
    await form.getByLabel('单位').fill('个');
    assert.equal(Math.round((await area.boundingBox())?.height ?? 0), 200);
    await area.click();
    await type('使用说明');
    await tool('正文').click();
    await admin.getByRole('menuitem', { name: '大标题' }).click();
    await press('Enter');
    await type('适合');
    await tool('加粗').click();
    await type('久坐');
    await press('Control+b');
    await type('老人，见官网');
    for (let n = 0; n < 2; n++) await press('Shift+ArrowLeft');
    // The browser tells of a selection a moment later; nobody is that fast with the next key.
    await admin.waitForTimeout(100);
    await press('Control+k');
    await admin.getByLabel('链接地址').fill('不是地址');
    await press('Enter');
    await admin.getByText('请输入网址').waitFor();
    await admin.getByLabel('链接地址').fill('www.yian.example/seat');
    await press('Enter');
    await press('End');
    await press('Enter');
    await type('1. 通风晾晒');
    await press('Enter');
    await type('不可机洗');
    await press('Enter');
    await press('Enter');
    await accessible(admin, '.ant-drawer-body');
    await paste({ html: PASTED });
    await said(admin, NOTICE);
    assert.equal(await area.locator('strong', { hasText: '样式粗体' }).count(), 1, 'bold by a style is bold');
    assert.equal(await area.locator('[style*=margin], script, table, a[href^=javascript]').count(), 0);
    await press('Control+End');
    await paste({ png: await png(admin) });
    await area.locator('img[src*="/admin/sys-file/"]').waitFor();
  });

  it('takes pictures by its button, in the order in which they were chosen, and nothing else', async () => {
    const buffer = Buffer.from(await png(admin));
    const files = form.locator('.y-rich-editor input[type=file]');
    await files.setInputFiles(['一.png', '二.png'].map((name) => ({ name, mimeType: 'image/png', buffer })));
    await area.locator('img[alt="二"][src]').waitFor();
    assert.deepEqual(await area.locator('img[src]').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).alt)), [
      '截图',
      '一',
      '二',
    ]);
    await files.setInputFiles({ name: '说明.docx', mimeType: 'application/octet-stream', buffer: Buffer.from('x') });
    await said(admin, '图片只能是');
    await press('Control+z');
    assert.equal(await area.locator('img[src]').count(), 2, 'one step back');
    await press('Control+y');
    await area.locator('img[alt="二"][src]').waitFor();
  });

  it('stays while its tab is hidden, with the steps back', async () => {
    await area.click();
    await press('Control+End');
    await type('暂记');
    await admin.goBack();
    await area.waitFor({ state: 'hidden' });
    await admin.goForward();
    await area.getByText('暂记').waitFor();
    await area.click();
    await press('Control+z');
    await becomes(admin, () => !document.querySelector('.y-rich-area')?.textContent?.includes('暂记'), 'the last step is taken back');
  });

  it('is refused above its length and kept as the list allows', async () => {
    const long = '字'.repeat(2001);
    await area.click();
    await press('Control+End');
    await paste({ html: `<p>${long}</p>` });
    await button(form, '保存').click();
    await form.locator('.ant-form-item-explain-error', { hasText: '长度不能超过2000个字符' }).waitFor();
    await area.click();
    await press('Control+z');
    await button(form, '保存').click();
    await said(admin, '创建成功');
    await form.waitFor({ state: 'detached' });
    const kept = (await stored()) ?? '';
    assert.match(kept, KEPT_MARKUP);
    assert.equal(kept, cleanRich(kept), 'what the editor writes is what the server keeps');
    for (const part of [
      '<h2>使用说明</h2>',
      '<strong>久坐</strong>',
      '<a href="https://www.yian.example/seat" target="_blank" rel="noopener noreferrer nofollow">官网</a>',
      '<ol><li><p>通风晾晒</p></li><li><p>不可机洗</p></li></ol>',
      '坏链接',
    ])
      assert.ok(kept.includes(part), `${part} in ${kept}`);
    assert.equal(kept.match(/<img src="\/admin\/sys-file\//g)?.length, 3);
  });

  it('comes back into the editor, and saved as it was changes nothing', async () => {
    const before = await stored();
    await open('编辑');
    await area.locator('img[alt="二"][src]').waitFor();
    await form.getByLabel('单位').fill('只');
    await button(form, '保存').click();
    await said(admin, '更新成功');
    assert.equal(await stored(), before);
  });

  it('is shown to who reads of the product: the list of goods, the picker, an order', async () => {
    await open('查看');
    await form.locator(`${SHOWN} h2`, { hasText: '使用说明' }).waitFor();
    assert.equal(await form.locator(`${SHOWN} ol > li`).count(), 2);
    await becomes(
      admin,
      () => [...document.querySelectorAll<HTMLImageElement>('.y-rich img')].filter((image) => image.naturalWidth === 60).length === 3,
      'three pictures',
    );
    await accessible(admin, '.ant-drawer-body');
    await form.getByRole('button', { name: '查看大图：一' }).click();
    await admin.locator('.ant-image-preview img').waitFor();
    await press('Escape');
    await admin.locator('.ant-image-preview img').waitFor({ state: 'detached' });
    await form.locator(`${SHOWN} h2`).waitFor();
    await admin.goto(`${product.url}/order/index`);
    await button(admin, '新增').click();
    await button(dialog(admin, '新增商品订单'), '选择商品').click();
    await dialog(admin, '选择商品').getByRole('button', { name: NAME }).click();
    await dialog(admin, `商品详情 · ${NAME}`).locator(`${SHOWN} h2`, { hasText: '使用说明' }).waitFor();
    await admin.goto(`${product.url}/order/index`);
    await admin.locator('.ant-table-row a').first().click();
    await admin.locator('.y-goods-list .y-goods-link').first().click();
    await admin
      .getByRole('dialog', { name: /^商品详情/ })
      .getByText('商品描述')
      .waitFor();
  });

  it('that was kept as plain text is shown line by line, and edited as lines', async () => {
    await write('第一行\n第二行：体温 <38 & 不发热');
    await open('查看');
    const plain = form.locator(SHOWN);
    assert.equal(await plain.innerText(), '第一行\n第二行：体温 <38 & 不发热');
    await open('编辑');
    assert.equal(await area.locator('br:not(.ProseMirror-trailingBreak)').count(), 1);
    await area.click();
    await press('Control+End');
    await type('！');
    await button(form, '保存').click();
    await said(admin, '更新成功');
    assert.equal(await stored(), '<p>第一行<br>第二行：体温 &lt;38 &amp; 不发热！</p>');
  });

  it('put poisoned into the database is harmless, where it is read and where it is edited', async () => {
    await open('查看');
    await admin.evaluate(() => void ((globalThis as { alert?: unknown }).alert = () => (document.title = 'poisoned')));
    const poisons = [attacks.map(([html]) => `<p>${html}</p>`).join(''), ...attacks.map(([html]) => html)];
    for (const [n, poison] of poisons.entries()) {
      await write(`<p>第${n}个</p>${poison}`);
      await press('Escape');
      await form.waitFor({ state: 'hidden' });
      const read = admin.waitForResponse((answer) => answer.url().includes('/product/page'));
      await admin.getByRole('button', { name: '刷新' }).click();
      await read;
      await admin.locator('.ant-table-row', { hasText: NAME }).getByRole('button', { name: NAME }).click();
      await form.locator(SHOWN).getByText(`第${n}个`, { exact: true }).first().waitFor();
      const bad = await form.locator(SHOWN).evaluate((root) =>
        [...root.querySelectorAll('*')].flatMap((element) => {
          const known = /^(P|H2|H3|H4|UL|OL|LI|BLOCKQUOTE|BR|STRONG|EM|U|S|A|IMG|BUTTON|SPAN)$/.test(element.tagName);
          const names = element.getAttributeNames().filter((name) => !/^(href|target|rel|src|alt|class|type|role|aria-label)$/.test(name));
          const leads = ['href', 'src']
            .flatMap((name) => element.getAttribute(name) ?? [])
            .filter((to) => !/^(https?:|mailto:|tel:|\/admin\/sys-file\/)/.test(to));
          return known && names.length === 0 && leads.length === 0 ? [] : [element.outerHTML.slice(0, 200)];
        }),
      );
      assert.deepEqual(bad, [], poison.slice(0, 100));
    }
    assert.notEqual(await admin.title(), 'poisoned');
    await open('编辑');
    await area
      .getByText(`第${poisons.length - 1}个`)
      .first()
      .waitFor();
    assert.notEqual(await admin.title(), 'poisoned');
    assert.deepEqual(foreign, [], 'nothing was asked of elsewhere');
  });

  it('of a review is read beside its warning, its words in the evidence', async () => {
    await admin.goto(`${product.url}/warning/warning/index?open=`);
    await admin.locator('.ant-table-row').first().getByRole('button', { name: '查看' }).click();
    await button(admin.locator('.ant-drawer:visible'), '复盘').click();
    const asked = dialog(admin, '预警复盘');
    await button(asked, '保存').click();
    await asked.getByText('请填写经过与改进措施').waitFor();
    await asked.getByText('照护流程').click();
    await asked.getByRole('textbox', { name: '经过与改进措施' }).click();
    await type('夜间漏巡一次。');
    await press('Enter');
    await type('1. 增加签到');
    await button(asked, '保存').click();
    await said(admin, '已记录复盘');
    await admin.locator('.w-records .y-rich ol > li', { hasText: '增加签到' }).waitFor();
    const { note } = await one<{ note: string }>(
      sql`select note from warning_events where tenant_id = ${PINGAN} and kind = 'review' order by id desc limit 1`,
    );
    assert.equal(note, '照护流程：夜间漏巡一次。\n1. 增加签到');
  });

  it('never broke a page', () => assert.deepEqual(product.problems, []));
});
