import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { externalOrders } from '#contract/subscriptions/external-orders.ts';
import { invoiceIssues, invoices } from '#contract/subscriptions/invoices.ts';
import { orderVerifications as desk } from '#contract/subscriptions/order-verifications.ts';
import { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { packages } from '#contract/subscriptions/packages.ts';
import { issueToken } from '#server/users/external-tokens.ts';
import { codeFor, givePhone, newPhone } from '#test/phones.ts';
import { forgetSends } from '#test/registrants.ts';
import { refuses, runIn } from '#test/refusing.ts';
import { billed, billOf, bought, shop, waiting } from '#test/subscriptions.ts';

const { t, platform, small, admin, close } = await shop();
after(close);
const second = await t.user(1, { name: '平台复核' });
const many = (count: number) => Array.from({ length: count }, (_, i) => ({ sku: `many-${i}`, timeNum: 30, price: 1 }));

describe('a package is refused', () => {
  it('400 when its code or a duration is not written as it has to be', async () => {
    const form = { packageName: '新产品包', packageCode: 'fresh' };
    for (const [more, text] of [
      [{ packageCode: undefined }, '请输入产品包编码'],
      [{ items: [{ timeNum: 30, price: 1 }] }, '请输入规格编码'],
      [{ items: [{ sku: '月', timeNum: 30, price: 1 }] }, '规格编码应为2到40位字母、数字、下划线或横线'],
      [{ items: many(21) }, '规格最多20个'],
    ] as const)
      await refuses(t, platform, packages.create, { ...form, ...more }, [400, text]);
  });

  it('409 when its code is taken, or another person changed it', async () => {
    await refuses(t, platform, packages.create, { packageName: '又一个', packageCode: small.code }, [409, '产品包编码已存在']);
    await refuses(t, platform, packages.sale, { id: small.id, open: false, version: 99 }, [409, '产品包已被他人修改，请刷新后重试']);
  });

  it('422 when it is on sale without a duration on sale, and when it is deleted while on sale', async () => {
    const items = [{ sku: 'closed-1', timeNum: 30, price: 1, open: false }];
    const form = { packageName: '空产品包', packageCode: 'empty', open: true, items };
    await refuses(t, platform, packages.create, form, [422, '上架的产品包至少要有一个在售的购买时长']);
    await refuses(t, platform, packages.remove, { id: small.id }, [422, '产品包正在出售，请先下架']);
  });
});

describe('an order is refused', () => {
  it('422 to the platform, which buys nothing', async () => {
    await refuses(t, platform, packageOrders.create, { packageId: small.id, sku: small.month }, [422, '平台无需订购产品包']);
  });

  it('422 for a duration that is not sold, 409 while another order is open', async () => {
    const buyer = await admin();
    await refuses(t, buyer, packageOrders.create, { packageId: small.id, sku: 'gone' }, [422, '该购买时长已下架，请重新选择']);
    const { data } = await t.route(packageOrders.create, buyer, { packageId: small.id, sku: small.month });
    const other = { packageId: small.id, sku: small.year };
    await refuses(t, buyer, packageOrders.create, other, [409, `您有未完成的订单${data.orderNo}，请先支付或取消`]);
    await refuses(t, buyer, packageOrders.pay, { id: data.id, orderNo: 'x', payType: 3 }, [
      422,
      '订单号（orderNo）与订单不一致，请刷新后重试',
    ]);
    await refuses(t, buyer, packageOrders.pay, { id: data.id, payType: 1 }, [422, /^暂不支持.+，请选择其他支付方式$/]);
  });

  it('when its receipt has another amount, no picture, or would replace an earlier one unasked', async () => {
    const buyer = await admin();
    const order = await billed(t, buyer, small.id, small.month);
    const bill = await billOf(t, buyer, order.orderNo);
    await refuses(t, buyer, packageOrders.bill, { ...bill, price: 1 }, [422, '金额应为¥300.00']);
    const none = `/admin/sys-file/files/${crypto.randomUUID()}.png`;
    await refuses(t, buyer, packageOrders.bill, { ...bill, billUrl: none }, [422, '回执单图片不存在，请重新上传']);
    await refuses(t, buyer, packageOrders.bill, { ...bill, overwrite: false }, [409, '已提交过回执单，再次提交将覆盖之前的回执单']);
  });
});

describe('outside of login an order is refused', () => {
  it('403 when the body names another institution or phone than the token, or the right is gone', async () => {
    const buyer = await admin();
    const phone = newPhone();
    await givePhone(t, buyer, phone);
    const { token } = (await t.route(externalOrders.orderToken, null, { phone, code: await codeFor(t, 'order', phone) })).data;
    const wish = { token, packageId: small.id, sku: small.month };
    await refuses(t, null, externalOrders.create, { ...wish, tenantId: 1 }, [403, '租户编号（tenantId）与订购凭证不一致']);
    await refuses(t, null, externalOrders.create, { ...wish, phone: newPhone() }, [403, '手机号（phone）与订购凭证不一致']);
    await runIn(t, buyer.tenantId, sql`delete from user_roles where tenant_id = ${buyer.tenantId} and user_id = ${buyer.userId}`);
    await refuses(t, null, externalOrders.create, wish, [403, '您无权为该机构订购产品包']);
  });

  it('403 to a phone whose account administers nothing, or is locked', async () => {
    const clerk = await t.user(await t.tenant(), { permissions: [] });
    const phone = newPhone();
    await givePhone(t, clerk, phone);
    const answer = await t.route(externalOrders.orderToken, null, { phone, code: await codeFor(t, 'order', phone) });
    assert.deepEqual([answer.status, answer.msg], [403, '您不是任何机构的管理员，无法订购产品包']);
    await forgetSends(t);
    const code = await codeFor(t, 'order', phone);
    await runIn(t, clerk.tenantId, sql`update users set status = 9 where tenant_id = ${clerk.tenantId} and id = ${clerk.userId}`);
    const locked = await t.route(externalOrders.orderToken, null, { phone, code });
    assert.deepEqual([locked.status, locked.msg], [403, '该手机号没有可订购产品包的账号']);
  });

  it('400 when several institutions were offered and none is chosen', async () => {
    const { tenantId, userId } = await admin();
    const { token: proof } = await t.deps.inTenant(1, (tx) => issueToken(tx, 'orderProof', { home: { tenantId, userId } }));
    await refuses(t, null, externalOrders.orderToken, { proof }, [400, '请选择机构']);
  });
});

describe('what the platform decides of an order is refused', () => {
  it('409 when the receipt is another one by now, or there is none', async () => {
    const buyer = await admin();
    const order = await billed(t, buyer, small.id, small.month);
    const due = await waiting(t, platform, order.orderNo);
    await refuses(t, platform, desk.verify, { id: due.id, billId: due.billId + 1 }, [409, '回执单已更新，请刷新后重试']);
    await refuses(t, platform, desk.verify, { id: due.id, billId: due.billId, version: 99 }, [409, '订单已变化，请刷新后重试']);
    await runIn(t, 1, sql`update tenants set deleted_at = now() where id = ${buyer.tenantId}`);
    await refuses(t, platform, desk.verify, { id: due.id, billId: due.billId }, [422, '机构已停用，不能开通']);
  });

  it('409 when the bank’s number was booked meanwhile', async () => {
    const [one, two] = [await admin(), await admin()];
    const order = await billed(t, two, small.id, small.month);
    const due = await waiting(t, platform, order.orderNo);
    const { id } = await billed(t, one, small.id, small.month);
    await t.route(packageOrders.cancel, one, { id });
    await t.route(desk.receive, platform, { id, price: 300, reference: due.billNo });
    const { claims } = (await t.route(desk.detail, platform, { id })).data;
    await t.route(desk.confirm, second, { id, claimId: claims[0].id });
    await refuses(t, platform, desk.verify, { id: due.id, billId: due.billId }, [409, '该流水号已入账，不能重复核实']);
  });
});

describe('late money is refused', () => {
  const reference = () => `late${Math.random()}`;
  const detail = async (id: number) => (await t.route(desk.detail, platform, { id })).data;

  it('while its order can be paid, and in amounts that cannot be', async () => {
    const buyer = await admin();
    const { id } = await billed(t, buyer, small.id, small.month);
    const late = { id, price: 300, reference: reference() };
    await refuses(t, platform, desk.receive, late, [422, '订单还在支付中，请核实到账或等待其结束']);
    await t.route(packageOrders.cancel, buyer, { id });
    for (const [more, status, text] of [
      [{ price: 0 }, 400, '请输入金额'],
      [{ price: 20_000_000 }, 400, '金额过大'],
      [{ price: 0.001 }, 400, '到账金额至少0.01元'],
      [{ price: 600.01 }, 400, '到账金额不能超过应付金额的两倍（¥600.00），请核对'],
      [{ version: 99 }, 409, '订单已变化，请刷新后重试'],
    ] as const)
      await refuses(t, platform, desk.receive, { ...late, ...more }, [status, text]);
    await refuses(t, platform, desk.refund, { id, reference: 'x' }, [409, '该订单没有待退款项']);
  });

  it('409 when it waits already, was decided, or is booked', async () => {
    const buyer = await admin();
    const { id } = await billed(t, buyer, small.id, small.month);
    await t.route(packageOrders.cancel, buyer, { id });
    const late = { id, price: 300, reference: reference() };
    await t.route(desk.receive, platform, late);
    await refuses(t, second, desk.receive, late, [409, '该订单或流水号已有登记待复核，请先复核']);
    const claimId = (await detail(id)).claims[0].id;
    await refuses(t, second, desk.confirm, { id, claimId: claimId + 999 }, [404, '登记不存在']);
    await t.route(desk.confirm, second, { id, claimId });
    await refuses(t, second, desk.confirm, { id, claimId }, [409, '该登记已被他人复核，请刷新后重试']);
    await refuses(t, second, desk.receive, late, [409, '该流水号已入账']);

    await t.route(desk.refund, platform, { id, reference: reference() });
    const back = (await detail(id)).claims.find((one: { state: number }) => one.state === 1).id;
    await runIn(t, 1, sql`update package_orders set refund_fen = 100 where tenant_id = 1 and id = ${id}`);
    await refuses(t, second, desk.confirm, { id, claimId: back }, [409, '登记的退款超过该订单的待退金额，请退回后重新登记']);
    await runIn(t, 1, sql`update package_orders set refund_fen = 30000 where tenant_id = 1 and id = ${id}`);
  });
});

describe('an invoice is refused', () => {
  it('for an order that is not paid, cost nothing or has one, and for a number that is taken', async () => {
    const buyer = await admin();
    const { data: open } = await t.route(packageOrders.create, buyer, { packageId: small.id, sku: small.month });
    await refuses(t, buyer, invoices.create, { orderId: open.id, title: '松鹤院' }, [422, '订单未支付，不能申请发票']);
    await t.route(packageOrders.cancel, buyer, { id: open.id });
    const { id } = await bought(t, platform, buyer, small.id, small.month);
    await refuses(t, buyer, invoices.get, { id: 999_999 }, [404, '发票不存在']);
    const { data: asked } = await t.route(invoices.create, buyer, { orderId: id, title: '松鹤院' });
    await refuses(t, buyer, invoices.create, { orderId: id, title: '松鹤院' }, [409, '该订单已申请发票']);
    await refuses(t, platform, invoiceIssues.issue, { id: asked, version: 99, number: '1' }, [409, '发票申请已被处理，请刷新后重试']);
    await t.route(invoiceIssues.issue, platform, { id: asked, number: '77001' });

    const next = await bought(t, platform, buyer, small.id, small.month);
    const { data: again } = await t.route(invoices.create, buyer, { orderId: next.id, title: '松鹤院' });
    await refuses(t, platform, invoiceIssues.issue, { id: again, number: '77001' }, [409, '该发票号码已登记']);
    await refuses(t, buyer, invoices.withdraw, { id: asked }, [409, '发票申请已被处理，请刷新后重试']);

    const free = await bought(t, platform, await admin(), small.id, small.month);
    const credit = (fen: number) =>
      t.deps.inTenant(1, (tx) =>
        tx.run(sql`update package_orders set credit_fen = ${fen}, total_fen = price_fen - ${fen} where tenant_id = 1 and id = ${free.id}`),
      );
    await credit(30_000);
    await refuses(t, await t.user(free.tenantId), invoices.create, { orderId: free.id, title: '松鹤院' }, [
      422,
      '订单实付金额为0，无需开票',
    ]);
    await credit(0);
  });
});

describe('revenue is refused', () => {
  it('400 for a range that ends before it begins, or is longer than ten years', async () => {
    await refuses(t, platform, desk.revenue, { startDate: '2026-02-01', endDate: '2026-01-01' }, [400, '开始日期不能晚于结束日期']);
    await refuses(t, platform, desk.revenue, { startDate: '2010-01-01', endDate: '2026-01-01' }, [400, '统计范围最多10年']);
  });
});
