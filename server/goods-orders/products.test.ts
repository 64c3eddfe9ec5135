import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { productCategories } from '#contract/goods-orders/product-categories.ts';
import { products } from '#contract/goods-orders/products.ts';
import { servicePackages } from '#contract/services/service-packages.ts';
import { project } from '#test/care.ts';
import { material, product, wrongBalances } from '#test/goods.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

const PICTURE = '/admin/sys-file/yian/3b241101-e2bb-4255-8caf-4136c566a962.png';

let t: Harness;
let admin: TestUser;
let reader: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  const tenant = await t.tenant('平安颐养院');
  admin = await t.user(tenant, { name: '管理员' });
  reader = await t.user(tenant, { permissions: ['business_productcategory_view', 'business_product_view'] });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const one = async (id: number) => (await t.route(products.get, admin, { id })).data;

describe('categories of goods', () => {
  it('ask for a session, a good form and the permission, and are a tenant’s own', async () => {
    assert.equal((await t.route(productCategories.create, null, { name: '日用品' })).status, 401);
    const nameless = await t.route(productCategories.create, admin, { name: ' ' });
    assert.deepEqual([nameless.status, nameless.msg], [400, '请输入分类名称']);
    assert.equal((await t.route(productCategories.create, reader, { name: '日用品' })).status, 403);
    const { data: id } = await t.route(productCategories.create, admin, { name: '日用品', description: '洗护、纸品' });
    for (const route of [productCategories.get, productCategories.remove]) {
      const answer = await t.route(route, stranger, { id });
      assert.deepEqual([answer.status, answer.msg], [404, '商品分类不存在']);
    }
    assert.equal((await t.route(productCategories.update, stranger, { id, name: '偷改' })).status, 404);
    const again = await t.route(productCategories.create, admin, { name: '日用品' });
    assert.deepEqual([again.status, again.msg], [409, '已有同名的商品分类']);
    await t.route(products.create, admin, { kind: 1, name: '毛巾', unit: '条', price: 9.9, categoryId: id });
    const { data } = await t.route(productCategories.page, reader, { name: '日用' });
    assert.deepEqual(
      data.records.map((row: any) => ({ ...row, createTime: '' })),
      [
        {
          id,
          name: '日用品',
          description: '洗护、纸品',
          tenantName: '平安颐养院',
          createBy: '管理员',
          products: 1,
          version: 1,
          createTime: '',
        },
      ],
    );
    const full = await t.route(productCategories.remove, admin, { id });
    assert.deepEqual([full.status, full.msg], [422, '该分类下还有商品，不能删除']);
    const { data: empty } = await t.route(productCategories.create, admin, { name: '空' });
    assert.equal((await t.route(productCategories.remove, admin, { id: empty })).status, 200);
  });
});

describe('products', () => {
  it('ask for a session, a good form and the permission, and are a tenant’s own', async () => {
    const { data: categoryId } = await t.route(productCategories.create, admin, { name: '辅具' });
    const form = { kind: 1, name: '拐杖', unit: '根', price: 128, categoryId, images: [PICTURE], quantity: 6 };
    assert.equal((await t.route(products.create, null, form)).status, 401);
    for (const [input, status, message] of [
      [{ name: '' }, 400, '请输入商品名称'],
      [{ kind: 3 }, 400, '请选择商品类型'],
      [{ price: -0.01 }, 400, '价格不能小于0'],
      [{ images: ['javascript:alert(1)'] }, 400, '图片地址不正确，请上传图片'],
      [{ images: Array(10).fill(PICTURE) }, 400, '最多上传9张图片'],
      [{ categoryId: 99_999_999 }, 422, '商品分类不存在'],
      [{ materialId: 99_999_999 }, 422, '物资不存在'],
      [{ kind: 2 }, 400, '请选择服务套餐'],
      [{ kind: 2, packageId: 99_999_999 }, 422, '服务套餐不存在'],
    ] as const) {
      const answer = await t.route(products.create, admin, { ...form, ...input });
      assert.deepEqual([answer.status, answer.msg], [status, message]);
    }
    assert.equal((await t.route(products.create, reader, form)).status, 403);
    const { data: id } = await t.route(products.create, admin, form);
    assert.equal((await t.route(products.get, stranger, { id })).msg, '商品不存在');
    assert.equal((await t.route(products.movements, stranger, { id })).status, 404);
    assert.equal((await t.route(products.move, stranger, { id, kind: 1, quantity: 1, reason: '偷' })).status, 404);
    const row = await one(id);
    assert.deepEqual([row.images, row.price, row.quantity, row.categoryName, row.onSale], [[PICTURE], 128, 6, '辅具', true]);
    assert.deepEqual(
      (await t.route(products.page, reader, { categoryId, kind: 1, onSale: true })).data.records.map((product: any) => product.id),
      [id],
    );
    assert.deepEqual(refusal(await t.route(products.create, admin, form)), [409, '已有同名的商品']);
    const late = await t.route(products.update, admin, { ...form, id, version: 9 });
    assert.equal(late.status, 409);
  });

  it('count for themselves, with a ledger, or by their material', async () => {
    const own = await product(t, admin, { name: '坐垫', quantity: 5 });
    assert.equal((await t.route(products.move, admin, { id: own, kind: 1, quantity: 4, reason: '进货' })).data, 9);
    assert.equal((await t.route(products.move, admin, { id: own, kind: 3, quantity: 7, reason: '盘点' })).data, 7);
    const short = await t.route(products.move, admin, { id: own, kind: 2, quantity: 8, reason: '损耗' });
    assert.deepEqual([short.status, short.msg], [422, '库存不足：坐垫仅剩7件，需要8件']);
    assert.deepEqual(
      (await t.route(products.movements, reader, { id: own })).data.records.map((line: any) => [line.kind, line.quantity, line.balance]),
      [
        [3, -2, 7],
        [1, 4, 9],
        [1, 5, 5],
      ],
    );
    const { name, unit, price, categoryId } = await one(own);
    const materialId = await material(t, admin, { name: '坐垫原料', quantity: 3.5 });
    const switched = await t.route(products.update, admin, { id: own, kind: 1, name, unit, price, categoryId, materialId });
    assert.deepEqual([switched.status, switched.msg], [422, '该商品还有自有库存7件，请先出库后再修改']);
    await t.route(products.move, admin, { id: own, kind: 2, quantity: 7, reason: '转物资' });
    assert.equal((await t.route(products.update, admin, { id: own, kind: 1, name, unit, price, categoryId, materialId })).status, 200);
    assert.deepEqual([(await one(own)).quantity, (await one(own)).materialName], [3, '坐垫原料']);
    const booked = await t.route(products.move, admin, { id: own, kind: 1, quantity: 1, reason: '进货' });
    assert.deepEqual([booked.status, booked.msg], [422, '该商品使用关联物资的库存，请在物资管理中出入库']);
    // What the form leaves out stays linked.
    await t.route(products.update, admin, { id: own, kind: 1, name: '软坐垫', unit, price, categoryId });
    assert.equal((await one(own)).materialId, materialId);
    assert.deepEqual(await wrongBalances(t, admin.tenantId), []);
    assert.deepEqual(refusal(await t.route(products.remove, admin, { id: own })), [422, '该商品已有库存流水，不能删除，可以下架']);
    assert.equal((await one(own)).name, '软坐垫');
  });

  it('may be a service package, which has no stock', async () => {
    const { projectId } = await project(t, admin);
    const { data: packageId } = await t.route(servicePackages.create, admin, {
      name: '月护套餐',
      price: 999,
      validDays: 30,
      projects: [{ projectId, count: 4 }],
    });
    const id = await product(t, admin, { kind: 2, packageId, price: 999, unit: '份' });
    const row = await one(id);
    assert.deepEqual([row.kind, row.packageName, row.quantity, row.materialId], [2, '月护套餐', null, null]);
    assert.equal((await t.route(products.move, admin, { id, kind: 1, quantity: 1, reason: '进货' })).msg, '服务套餐没有库存');
    assert.equal((await t.route(products.remove, admin, { id })).status, 200);
  });
});
