import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { invoiceIssues, invoices } from '#contract/subscriptions/invoices.ts';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { publicValue } from '#server/system/parameters.ts';
import { db } from '#server/db/tenant.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { bought, sale, type Sale } from '#test/subscriptions.ts';

const ACCOUNT = '{"BANK":"示例银行","BANK_CARD":"6200000000000000000","TAXID":"91330100TEST000001","PHONE":"0571-00000000"}';

let t: Harness;
let platform: TestUser;
let offer: Sale;
let buyer: TestUser;
let orderId: number;
before(async () => {
  t = await harness();
  platform = await t.user(1);
  offer = await sale(t, platform, { month: 1234.56 });
  buyer = await t.user(await t.tenant());
  orderId = (await bought(t, platform, buyer, offer.id, offer.month)).id;
  await t.deps.inTenant(1, (tx) =>
    tx.run(db.insertInto('parameters').values({ tenant_id: 1, key: 'TRANSFER', name: '对公转账账户', value: ACCOUNT })),
  );
});
after(() => t.close());

const form = (changes: object = {}) => ({ orderId, kind: 1, title: '平安颐养院', ...changes });

describe('an invoice', () => {
  it('is asked for by the tenant that paid, once, with what its kind needs', async () => {
    assert.equal((await t.route(invoices.create, null, form())).status, 401);
    for (const [changes, msg] of [
      [{ title: '' }, '请输入发票抬头'],
      [{ email: 'nobody' }, '邮箱格式不正确'],
      [{ taxNumber: 'short' }, '纳税人识别号应为15到20位大写字母或数字'],
      [{ kind: 2 }, '专用发票需填写纳税人识别号'],
      [{ kind: 2, taxNumber: '91330100TEST000002' }, '专用发票需填写地址和电话'],
      [{ kind: 2, taxNumber: '91330100TEST000002', addressPhone: '杭州' }, '专用发票需填写开户行和账号'],
    ] as const) {
      const answer = await t.route(invoices.create, buyer, form(changes));
      assert.deepEqual([answer.status, answer.msg], [400, msg]);
    }
    assert.equal((await t.route(invoices.create, await t.user(buyer.tenantId, { permissions: [] }), form())).status, 403);
    const stranger = await t.user(await t.tenant());
    assert.equal((await t.route(invoices.create, stranger, form())).status, 404);
    const { data: unpaid } = await t.route(packageOrders.create, stranger, { packageId: offer.id, sku: offer.month });
    assert.equal((await t.route(invoices.create, stranger, form({ orderId: unpaid.id }))).status, 422);
    const answers = await Promise.all([1, 2, 3, 4].map(() => t.route(invoices.create, buyer, form())));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    const id = answers.find(({ status }) => status === 200)!.data;
    assert.equal((await t.route(invoices.get, stranger, { id })).status, 404);
    assert.equal((await t.route(invoices.page, stranger)).data.total, 0);
    assert.equal((await t.route(invoices.withdraw, stranger, { id })).status, 404);
    assert.equal((await t.route(invoices.withdraw, buyer, { id })).status, 200);
    assert.equal((await t.route(invoices.withdraw, buyer, { id })).status, 409);
  });

  it('is issued by the platform, or sent back; both print it with the amount in words', async () => {
    const { data: id } = await t.route(invoices.create, buyer, form());
    assert.equal(
      (await t.route(invoiceIssues.issue, buyer, { id, number: '1' })).status,
      403,
      'whatever permissions a tenant gives itself',
    );
    assert.equal((await t.route(invoiceIssues.refuse, platform, { id })).status, 400);
    assert.equal((await t.route(invoiceIssues.refuse, platform, { id, reason: '抬头有误' })).status, 200);
    assert.deepEqual((await t.route(invoices.get, buyer, { id })).data.reason, '抬头有误');
    const { data: again } = await t.route(invoices.create, buyer, form({ title: '平安颐养院有限公司' }));
    const row = (await t.route(invoiceIssues.page, platform, { state: 1 })).data.records[0];
    assert.deepEqual([row.id, row.title, row.amount], [again, '平安颐养院有限公司', 1234.56]);
    const answers = await Promise.all(
      [1, 2, 3].map((n) => t.route(invoiceIssues.issue, platform, { id: again, number: `2533200000000000000${n}` })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    const printed = (await t.route(invoices.get, buyer, { id: again })).data;
    assert.deepEqual([printed.state, printed.amountInWords, printed.content], [2, '壹仟贰佰叁拾肆元伍角陆分', '软件服务费']);
    assert.deepEqual([printed.seller.bank, printed.seller.taxNumber], ['示例银行', '91330100TEST000001']);
    assert.equal((await t.route(packageOrders.detail, buyer, { id: orderId })).data.invoiceState, 2);
    assert.equal((await t.route(invoiceIssues.get, platform, { id: again })).data.number, printed.number);
  });
});

describe('the account to transfer to', () => {
  it('is the platform’s for everybody, whatever a tenant has of that name', async () => {
    await t.deps.inTenant(buyer.tenantId, (tx) =>
      tx.run(
        db
          .insertInto('parameters')
          .values({ tenant_id: buyer.tenantId, key: 'TRANSFER', name: '自己的', value: '{"BANK_CARD":"6666"}', public: true }),
      ),
    );
    assert.equal(await publicValue(t.deps, buyer.tenantId, 'TRANSFER'), ACCOUNT);
    const answer = await t.call('GET', '/admin/param/publicValue/TRANSFER', { headers: { 'tenant-id': String(buyer.tenantId) } });
    assert.equal(answer.data, ACCOUNT);
  });
});

describe('figures', () => {
  it('of revenue add up by month, package and way', async () => {
    const second = await t.user(await t.tenant());
    await bought(t, platform, second, offer.id, offer.year);
    const { data } = await t.route(orderVerifications.revenue, platform);
    const sum = (rows: { income: number }[]) => Math.round(rows.reduce((total, { income }) => total + income, 0) * 100) / 100;
    assert.deepEqual([data.total, data.orders, data.refunded, data.refundDue], [4234.56, 2, 0, 0]);
    for (const rows of [data.months, data.packages, data.payTypes]) assert.equal(sum(rows), data.total);
    assert.equal(data.months.length, 13);
    assert.deepEqual([data.packages[0].tenants, data.packages[0].orders], [2, 2]);
    assert.equal((await t.route(orderVerifications.revenue, platform, { startDate: '2001-01-01', endDate: '2001-12-31' })).data.total, 0);
    assert.equal((await t.route(orderVerifications.revenue, platform, { startDate: '2026-02-01', endDate: '2026-01-01' })).status, 400);
    assert.equal((await t.route(orderVerifications.revenue, buyer)).status, 403);
  });

  it('of usage show what each tenant has of what it may', async () => {
    const { data } = await t.route(orderVerifications.usage, platform, { packageCode: offer.code });
    const row = data.records.find(({ tenantId }: { tenantId: number }) => tenantId === buyer.tenantId);
    assert.deepEqual([row.standing, row.users, row.paid], ['open', { used: 2, most: null }, 1234.56]);
    assert.equal((await t.route(orderVerifications.usage, buyer)).status, 403);
  });

  it('of orders are listed for the platform alone, searched and exported', async () => {
    const { data } = await t.route(orderVerifications.page, platform, { payStatus: 2, packageCode: offer.code });
    assert.equal(data.total, 2);
    assert.equal((await t.route(orderVerifications.page, platform, { orderNo: data.records[0].orderNo })).data.total, 1);
    assert.equal((await t.route(orderVerifications.page, platform, { startDate: '2001-01-01', endDate: '2001-01-02' })).data.total, 0);
    assert.equal((await t.route(orderVerifications.page, buyer)).status, 403);
    const file = await fetch(`${t.url}${orderVerifications.export.path}?format=csv`, {
      headers: { authorization: `Bearer ${platform.token}` },
    });
    assert.match(await file.text(), new RegExp(`${data.records[0].orderNo}.*1234\\.56|3000`));
    const other = await fetch(`${t.url}${orderVerifications.export.path}?format=csv`, {
      headers: { authorization: `Bearer ${buyer.token}` },
    });
    assert.equal(other.status, 403);
  });

  it('of usage, of revenue and of one’s own orders are exported, each to whom they belong', async () => {
    const csvOf = async (path: string, as: TestUser, query = '') => {
      const answer = await fetch(`${t.url}${path}?format=csv${query}`, { headers: { authorization: `Bearer ${as.token}` } });
      return { status: answer.status, lines: (await answer.text()).trim().split(/\r?\n/) };
    };
    const usage = await csvOf(orderVerifications.usageExport.path, platform, `&packageCode=${offer.code}`);
    assert.equal(usage.lines.length - 1, (await t.route(orderVerifications.usage, platform, { packageCode: offer.code })).data.total);
    assert.match(usage.lines[0]!, /租户.*用户已用（个）,用户上限（个）.*累计支付/);
    assert.equal((await csvOf(orderVerifications.usageExport.path, buyer)).status, 403);

    const revenue = await csvOf(orderVerifications.revenueExport.path, platform);
    assert.deepEqual([revenue.lines.length - 1, revenue.lines[0]?.replace('\uFEFF', '')], [13, '月份,支付订单,收入,退款,净收入']);
    assert.match(revenue.lines.at(-1)!, /,2,4234\.56,0(\.00)?,4234\.56$/);
    assert.equal((await csvOf(orderVerifications.revenueExport.path, buyer)).status, 403);

    const { data } = await t.route(packageOrders.page, buyer);
    const own = await csvOf(packageOrders.export.path, buyer);
    assert.equal(own.lines.length - 1, data.total);
    assert.ok(own.lines.some((line) => line.includes(data.records[0].orderNo)));
    assert.equal(
      (await csvOf(packageOrders.export.path, buyer, `&ids=${data.records[0].id}&columns=orderNo,itemPrice`)).lines[0]?.replace(
        '\uFEFF',
        '',
      ),
      '订单编号,应付金额',
    );
    assert.equal((await csvOf(packageOrders.export.path, await t.user(await t.tenant()))).lines.length, 1, 'nothing of others');
    assert.equal((await csvOf(packageOrders.export.path, await t.user(buyer.tenantId, { permissions: [] }))).status, 403);
  });
});
