/**
 * Rich text over real HTTP: every field of it is cleaned before it is kept, plain texts stay as they were, files and papers get its words.
 */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { z } from 'zod';
import { contract } from '#contract/index.ts';
import type { Route } from '#contract/http.ts';
import { products } from '#contract/goods-orders/products.ts';
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { MOST_MARKUP } from '#contract/rich-text.rules.ts';
import { cleanRich, richFieldsOf } from '#server/http/rich-text.ts';
import { PACKAGE_OFFER, PRODUCTS } from '../scripts/demo/goods-catalogue.ts';
import { product } from './goods.ts';
import { harness, type Harness, type TestUser } from './harness.ts';
import { attacks, KEPT_MARKUP } from './rich-attacks.ts';

const PICTURE = '/admin/sys-file/files/3b241101-e2bb-4255-8caf-4136c566a962.png';
const POISON = `<p onclick="alert(1)">使用<b>说明</b><script>alert(1)</script><img src="https://evil.example/x.png"><img src="${PICTURE}?t=1.2.x" onerror="alert(1)"></p>`;
const CLEAN = `<p>使用<strong>说明</strong><img src="${PICTURE}" alt=""></p>`;

let t: Harness;
let admin: TestUser;
before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant());
});
after(() => t.close());

const routes = (Object.entries(contract) as [string, Record<string, Route>][]).flatMap(([service, all]) =>
  Object.entries(all).map(([name, route]) => ({ name: `${service}.${name}`, route })),
);
const described = async (id: number) => (await t.route(products.get, admin, { id })).data.description as string | null;

describe('every field of rich text', () => {
  it('is one that the server cleans', () => {
    const cleaned = routes.filter(({ route }) => richFieldsOf(route.input).length > 0);
    assert.deepEqual(cleaned.map(({ name, route }) => `${name} ${richFieldsOf(route.input).join()}`).sort(), [
      'callJobs.automatic script',
      'callJobs.create script',
      'callJobs.update script',
      'products.create description',
      'products.update description',
      'questionnaireItems.create label',
      'questionnaireItems.update label',
      'questionnaireTemplates.rename describe',
      'questionnaires.create describe',
      'questionnaires.update describe',
      'warningRecords.review note',
    ]);
  });

  it('stands in the input itself, where the server looks for it', () => {
    for (const { name, route } of routes) {
      const schema = JSON.stringify(z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }));
      const fields = Object.values((JSON.parse(schema) as { properties?: object }).properties ?? {}).filter((field) =>
        JSON.stringify(field).includes('text/html'),
      );
      assert.equal(fields.length, richFieldsOf(route.input).length, name);
      assert.ok(schema.split('text/html').length - 1 <= fields.length, `${name} has rich text deeper in its input`);
    }
  });

  it('of the demonstration is as the server would keep it', () => {
    const rich = [PACKAGE_OFFER, ...PRODUCTS.flatMap(({ description }) => description ?? [])];
    assert.ok(rich.some((description) => description.includes('<ol>')));
    for (const description of rich) assert.equal(cleanRich(description), description);
  });

  it('is kept clean, whatever was sent', async () => {
    const id = await product(t, admin, { description: POISON });
    assert.equal(await described(id), CLEAN);
    const row = (await t.route(products.get, admin, { id })).data;
    for (const [html] of attacks) {
      const { status, msg } = await t.route(products.update, admin, { ...row, description: html, version: undefined });
      assert.equal(status, 200, `${html}: ${msg}`);
      const kept = (await described(id)) ?? '';
      assert.ok(/<[a-z/!?]/i.test(kept) ? KEPT_MARKUP.test(kept) : true, kept);
    }
    const { data: key } = await t.route(questionnaires.create, admin, { name: '回访', describe: POISON });
    assert.equal((await t.route(questionnaires.get, admin, { key })).data.describe, CLEAN);
    await t.route(questionnaireItems.create, admin, { projectKey: key, formItemId: 101, type: 'DESC_TEXT', label: POISON });
    assert.equal((await t.route(questionnaireItems.list, admin, { key })).data[0].label, CLEAN);
  });

  it('in another spelling, or padded beyond its length, is no way around', async () => {
    const id = await product(t, admin);
    const row = (await t.route(products.get, admin, { id })).data;
    const padded = await t.route(products.update, admin, {
      ...row,
      version: undefined,
      description: `${POISON}${' '.repeat(MOST_MARKUP)}`,
    });
    assert.ok([200, 413].includes(padded.status));
    assert.ok([CLEAN, null].includes(await described(id)));
    const listed = await t.route(products.update, admin, { ...row, version: undefined, description: [POISON] });
    assert.equal(listed.status, 400);
    assert.match(String(listed.msg), /[\u4e00-\u9fff]/);
    // A number fails first and is amended: the text beside it must be the clean one all the same.
    const amended = await t.route(products.update, admin, { ...row, version: undefined, price: '12.5', onSale: '1', description: POISON });
    assert.equal(amended.status, 200, String(amended.msg));
    assert.equal(await described(id), CLEAN);
  });

  it('that is too long is refused in Chinese and changes nothing; a megabyte of tags is not even read', async () => {
    const id = await product(t, admin, { description: '原来的' });
    const row = (await t.route(products.get, admin, { id })).data;
    const send = async (description: string) => {
      const { status, msg } = await t.route(products.update, admin, { ...row, version: undefined, description });
      return [status, msg];
    };
    assert.deepEqual(await send(`<p>${'字'.repeat(2001)}</p>`), [400, '长度不能超过2000个字符']);
    assert.deepEqual(await send('字'.repeat(2001)), [400, '长度不能超过2000个字符']);
    assert.deepEqual(await send('<b>'.repeat(MOST_MARKUP / 3 + 1)), [400, '内容过长，请删减文字或格式']);
    assert.deepEqual(await send('<b>'.repeat(350_000)), [413, '请求内容过大']);
    assert.equal(await described(id), '原来的');
    assert.deepEqual((await send(`<p>${'字'.repeat(2000)}</p>`))[0], 200, 'the markup does not count');
  });

  it('that has neither words nor pictures is missing where it must not be', async () => {
    const { data: key } = await t.route(questionnaires.create, admin, { name: '无题' });
    for (const label of ['', '<p></p>', '<p><br></p>', '<script>x</script>']) {
      const { status, msg } = await t.route(questionnaireItems.create, admin, { projectKey: key, formItemId: 101, type: 'INPUT', label });
      assert.deepEqual([status, msg], [400, '请输入题目标题'], label);
    }
  });
});

describe('a text that was kept as plain', () => {
  const PLAIN = '第一行\n 第二行：血压 <90 或 >140，A&B';

  it('comes back as it was, and sent back it changes nothing', async () => {
    const id = await product(t, admin, { description: PLAIN });
    const row = (await t.route(products.get, admin, { id })).data;
    assert.equal(row.description, PLAIN);
    assert.equal((await t.route(products.update, admin, row)).status, 200);
    assert.equal(await described(id), PLAIN);
  });

  it('stands in files beside the words of rich ones', async () => {
    await product(t, admin, { name: '带说明', description: '<p>一<strong>二</strong></p><ol><li><p>甲</p></li><li><p>乙</p></li></ol>' });
    const answer = await fetch(`${t.url}/business/product/export?format=csv&name=${encodeURIComponent('带说明')}`, {
      headers: { authorization: `Bearer ${admin.token}`, 'tenant-id': String(admin.tenantId) },
    });
    const text = await answer.text();
    assert.match(text, /"一二\n1\. 甲\n2\. 乙"/);
    assert.doesNotMatch(text, /<p>/);
  });
});
