/**
 * The demonstration's packages, and the orders of them of those who buy for themselves: made by
 * the product's own steps, on the days on which they happened.
 */
import { DAY, isoOf, midnightOf } from '#contract/time.ts';
import sharp from 'sharp';
import { sql } from 'kysely';
import { payTypes } from '../../contract/subscriptions/package-orders.rules.ts';
import type { Dependencies } from '../../server/context.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import { apply } from '../../server/db/transitions.ts';
import { storeFile } from '../../server/files/file-keeping.ts';
import { addBill, nameReceipt } from '../../server/subscriptions/bills.ts';
import type { Buyer } from '../../server/subscriptions/buyers.ts';
import { expire } from '../../server/subscriptions/expiry.ts';
import { createOrder } from '../../server/subscriptions/order-creation.ts';
import { lockOrder, packageOrder } from '../../server/subscriptions/order-steps.ts';
import { checkedMenus } from '../../server/tenants/package-menus.ts';
import { cancelOrder } from '../../server/subscriptions/own-orders.ts';
import { payOrder } from '../../server/subscriptions/payments.ts';
import { receiveLate, settleVerified } from '../../server/subscriptions/settlements.ts';
import { GROUP, institutions } from './institutions.ts';

const PLATFORM = 1;
const ACCOUNT = { BANK: '示例银行杭州分行', BANK_CARD: '6200 0000 0000 0000', TAXID: '91330100DEMO000001', PHONE: '0571-00000000' };

const option = (sku: string, timeNum: number, yuan: number) => ({ sku, timeNum, priceFen: yuan * 100, open: true });

/** What the platform sells. 123 is the one with the customer chat. */
const PACKAGES = [
  {
    code: 'care',
    name: '照护版',
    description: '服务对象、预警与工单，适合社区驿站和小型机构',
    menus: [
      'members_oldman_view',
      'members_oldman_add',
      'members_oldman_edit',
      'warning_devicewarning_view',
      'warning_devicewarning_handle',
      'members_workorder_view',
      'members_workorder_add',
      'members_workorder_edit',
      'members_workorder_dispatch',
      'tenant_device_view',
      'business_bccostproject_view',
      'business_bccostservice_view',
    ],
    limits: [15, 100, 50, 2],
    options: [option('care-30', 30, 199), option('care-365', 365, 1980)],
  },
  {
    code: 'pro',
    name: '专业版',
    description: '全部照护、健康与调度功能，适合中型机构和居家服务',
    menus: null,
    limits: [80, 500, 500, 20],
    options: [option('pro-30', 30, 599), option('pro-180', 180, 3280), option('pro-365', 365, 5980)],
  },
  {
    code: '123',
    name: '旗舰版',
    description: '不限数量，含在线客服，适合大型机构和集团',
    menus: null,
    limits: [null, null, null, null],
    options: [option('max-30', 30, 1280), option('max-365', 365, 12_800)],
  },
] as const;

const GB = 1024 ** 3;

async function seedPackages(platform: Tx): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [at, { code, name, description, menus, limits, options }] of PACKAGES.entries()) {
    const [account_limit, people_limit, device_limit, gigabytes] = limits;
    const values = {
      code,
      name,
      description,
      account_limit,
      people_limit,
      device_limit,
      storage_limit: gigabytes === null ? null : gigabytes * GB,
    };
    const made = (await platform.row<{ id: number }>(
      db
        .insertInto('packages')
        .values({ ...values, menus: checkedMenus(menus), options: JSON.stringify(options) as never, open: true, sort: at + 2 })
        .returning('id'),
    )) as { id: number };
    ids.set(code, made.id);
    await platform.run(sql`
      insert into package_versions (tenant_id, package_id, version, content, changed_name)
      select ${PLATFORM}, id, version, to_jsonb(p), '平台管理员' from packages p where id = ${made.id}`);
  }
  return ids;
}

/** A receipt as a bank prints it: lines, a stamp and the amount; no real one. */
const picture = (amount: string, serial: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="420"><rect width="720" height="420" fill="#fdfbf5"/>
      <rect x="24" y="24" width="672" height="372" fill="none" stroke="#8a6d3b" stroke-width="2"/>
      ${[110, 170, 230, 290].map((y) => `<line x1="24" x2="696" y1="${y}" y2="${y}" stroke="#c9b58a"/>`).join('')}
      <text x="48" y="84" font-size="30" font-family="sans-serif" fill="#333">DEMO RECEIPT</text>
      <text x="48" y="152" font-size="24" font-family="monospace" fill="#333">${serial}</text>
      <text x="48" y="212" font-size="28" font-family="monospace" fill="#b3261e">CNY ${amount}</text>
      <circle cx="590" cy="320" r="56" fill="none" stroke="#b3261e" stroke-width="5"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

interface Shop {
  deps: Dependencies;
  packages: Map<string, number>;
  verifier: { userId: number; name: string };
  now: number;
}

/** Runs one step of the product as if it were `at`. */
const step = <T>({ deps }: Shop, at: number, work: (platform: Tx, then: Dependencies) => Promise<T>): Promise<T> => {
  const then = { ...deps, now: () => at };
  return deps.inTenant(PLATFORM, (platform) => work(platform, then));
};

const order = (shop: Shop, buyer: Buyer, at: number, code: string, sku: string) =>
  step(shop, at, (platform, then) => createOrder(platform, then, buyer, { packageId: shop.packages.get(code) as number, sku }));

const pay = (shop: Shop, buyer: Buyer, at: number, id: number) =>
  step(shop, at, (platform, then) => payOrder(platform, then, buyer, { id, payType: payTypes.transfer }, { codeUrl: null, payUrl: null }));

/** Pays by transfer as far as the receipt. */
async function bill(
  shop: Shop,
  buyer: Buyer,
  at: number,
  { id, orderNo, itemPrice }: { id: number; orderNo: string; itemPrice: number },
): Promise<void> {
  await pay(shop, buyer, at, id);
  const serial = `DEMO${orderNo.slice(2)}`;
  const bytes = await picture(itemPrice.toFixed(2), serial);
  const stored = await storeFile(shop.deps, { filename: '转账回单.png', bytes }, () => {});
  await step(shop, at, async (platform, then) => {
    const kept = await nameReceipt(platform, then, buyer, stored);
    await addBill(platform, then, buyer, { orderNo, billNo: serial, receiptNo: `HD${orderNo.slice(2)}`, billUrl: kept.url });
  });
}

async function buy(shop: Shop, buyer: Buyer, at: number, code: string, sku: string): Promise<number> {
  const made = await order(shop, buyer, at, code, sku);
  await bill(shop, buyer, at + 30 * 60_000, made);
  await step(shop, at + 5 * 3_600_000, async (platform, then) =>
    settleVerified(platform, then, await lockOrder(platform, { id: made.id, subscriberId: null }), shop.verifier),
  );
  return made.id;
}

async function invoice(
  { deps, verifier }: Shop,
  buyer: Buyer,
  orderId: number,
  title: string,
  number: string | null,
  at: number,
): Promise<void> {
  const issued =
    number === null ? {} : { state: 2, number, decided_by: verifier.userId, decided_name: verifier.name, decided_at: isoOf(at + DAY) };
  await deps.inTenant(PLATFORM, (platform) =>
    platform.run(sql`
      insert into package_invoices (tenant_id, order_id, subscriber_id, kind, title, tax_number, amount_fen, requested_by, requested_name,
        created_at, state, number, decided_by, decided_name, decided_at)
      select o.tenant_id, o.id, o.subscriber_id, 1, ${title}, '91330100DEMO000002',
        o.total_fen, ${buyer.userId}, ${buyer.name}, ${isoOf(at)}::timestamptz,
        ${issued.state ?? 1}, ${issued.number ?? null}, ${issued.decided_by ?? null}::bigint, ${issued.decided_name ?? null},
          ${issued.decided_at ?? null}::timestamptz
      from package_orders o where o.tenant_id = ${PLATFORM} and o.id = ${orderId}`),
  );
}

/** The administrator of an institution, who buys for it. */
async function buyerOf(deps: Dependencies, tenantId: number, username: string): Promise<Buyer> {
  const user = await deps.inTenant(tenantId, (tx) =>
    tx.row<{ id: number; name: string; phone: string | null }>(
      sql`select id, name, phone from users where tenant_id = ${tenantId} and username = ${username}`,
    ),
  );
  const { id, name, phone } = user!;
  return { tenantId, home: { tenantId, userId: id }, userId: id, name, phone, source: 1 };
}

/** What the platform decides about a receipt, as order-verifications.ts does it. */
const decide = (shop: Shop, at: number, id: number, action: 'fail' | 'refuse', reason: string) =>
  step(shop, at, (platform, then) => apply(packageOrder, { tx: platform, deps: then }, { id }, { action, reason, by: shop.verifier }));

/** An order that nobody paid in time, whose money came two days later and has to go back. */
async function late(shop: Shop, buyer: Buyer, at: number): Promise<void> {
  const forgotten = await order(shop, buyer, at, '123', 'max-30');
  await step(shop, at + DAY, (platform, then) => expire(platform, then, forgotten.id));
  await step(shop, at + 2 * DAY, async (platform, then) => {
    const its = await lockOrder(platform, { id: forgotten.id, subscriberId: null });
    await receiveLate(platform, then, its, {
      payType: payTypes.transfer,
      amountFen: its.total_fen,
      reference: 'DEMOLATE0001',
      userName: shop.verifier.name,
    });
  });
}

/**
 * Orders in every state, the running terms of those who buy for themselves, a receipt
 * that waits, one that was sent back, and money that came too late. `customers` are their ids by
 * code. Once; a start that was interrupted here leaves what is there.
 */
export async function seedSubscriptions(deps: Dependencies, now: number, customers: ReadonlyMap<string, number>): Promise<void> {
  const [songbaiId, heleId] = [customers.get('songbai'), customers.get('hele')];
  if (songbaiId === undefined || heleId === undefined) return;
  const pingan = institutions[0]!;
  const ready = await deps.inTenant(PLATFORM, async (platform) => {
    if (await platform.row(sql`select 1 from packages where code = 'pro'`)) return null;
    const packages = await seedPackages(platform);
    await platform.run(sql`update parameters set value = ${JSON.stringify(ACCOUNT)} where tenant_id = ${PLATFORM} and key = 'TRANSFER'`);
    // What they have from here on they have bought.
    await platform.run(sql`update tenants set ends_at = null where id = any(${[GROUP, pingan.id, songbaiId, heleId]}::bigint[])`);
    const staff = await platform.row<{ id: number; name: string }>(
      sql`select id, name from users where tenant_id = ${PLATFORM} and username = 'platform'`,
    );
    return { packages, verifier: { userId: staff!.id, name: staff!.name } };
  });
  if (!ready) return;
  const shop: Shop = { deps, now, ...ready };
  const [own, group, songbai, hele] = await Promise.all([
    buyerOf(deps, pingan.id, pingan.accounts.admin!),
    buyerOf(deps, GROUP, 'group'),
    buyerOf(deps, songbaiId, 'songbai_admin'),
    buyerOf(deps, heleId, 'hele_admin'),
  ]);
  const morning = midnightOf(now) + 9 * 3_600_000;
  const at = (days: number, hours = 0) => morning + days * DAY + hours * 3_600_000;
  const today = Math.min(now, at(0));

  const paid = await buy(shop, own, at(-90), '123', 'max-365');
  await invoice(shop, own, paid, '杭州平安颐养院', '25332000000000000003', at(-85));

  await buy(shop, group, at(-70), 'pro', 'pro-30');
  const year = await buy(shop, group, at(-45), 'pro', 'pro-365');
  await invoice(shop, group, year, '杭州平安养老集团有限公司', null, at(-2));
  // An upgrade with what is left of the year, whose receipt waits to be verified. Ordered and paid at once: between the two no day may end.
  const upgrade = await order(shop, group, today - 1_800_000, '123', 'max-365');
  await bill(shop, group, today - 1_800_000, upgrade);

  const first = await buy(shop, hele, at(-65), '123', 'max-365');
  await invoice(shop, hele, first, '杭州和乐护理院', '25332000000000000001', at(-60));
  await late(shop, hele, at(-12));
  const longer = await order(shop, hele, today - 3 * 3_600_000, '123', 'max-365');
  await bill(shop, hele, today - 3 * 3_600_000, longer);
  await decide(shop, today - 1_800_000, longer.id, 'refuse', '回执单金额看不清，请重新拍照上传');

  const home = await buy(shop, songbai, at(-130), 'pro', 'pro-180');
  await invoice(shop, songbai, home, '杭州松柏老年公寓有限公司', '25332000000000000002', at(-125));
  const cancelled = await order(shop, songbai, at(-40), 'pro', 'pro-365');
  await step(shop, at(-40, 1), (platform, then) => cancelOrder(platform, then, songbai, cancelled.id));
  const forgotten = await order(shop, songbai, at(-30), 'pro', 'pro-30');
  await step(shop, at(-29), (platform, then) => expire(platform, then, forgotten.id));
  const failed = await order(shop, songbai, at(-20), 'pro', 'pro-180');
  await bill(shop, songbai, at(-20, 1), failed);
  await decide(shop, at(-19), failed.id, 'fail', '款项未到账');
  await order(shop, songbai, now - 600_000, 'pro', 'pro-365');
}
