/** Also of what is sold and kept in stock, and of those who get it. */
import { describe, it } from 'node:test';
import { ids, many, refusesChanges } from '#test/refused-inputs.ts';
import { people } from '../elderly/people.ts';
import { goodsOrders } from '../goods-orders/goods-orders.ts';
import { products } from '../goods-orders/products.ts';
import { materials, projectMaterials } from '../stock/materials.ts';
import { servicePackages } from './service-packages.ts';

describe('the schemas of services and goods refuse', () => {
  it('a package with too many services', () => {
    const line = { projectId: 1, count: 1 };
    refusesChanges(servicePackages.create, { name: '助浴', price: 100, validDays: 30, projects: [line] }, [
      [{ projects: [] }, '请添加服务项目'],
      [{ projects: many(51, (i) => ({ ...line, projectId: i + 1 })) }, '一个套餐最多50个服务项目'],
      [{ projects: [line, line] }, '服务项目不能重复'],
    ]);
  });

  it('a product above the highest price', () => {
    refusesChanges(products.create, { name: '轮椅', categoryId: 1, kind: 1, price: 1_000_000, unit: '台' }, [
      [{ price: 1_000_000.01 }, '价格过大'],
      [{ price: -1 }, '价格不能小于0'],
    ]);
  });

  it('an order of too many products', () => {
    const line = { productId: 1, num: 1 };
    refusesChanges(goodsOrders.create, { oldmanId: 1, nickName: '王', phone: '13812345678', address: '西湖区', details: [line] }, [
      [{ details: [] }, '请添加商品'],
      [{ details: many(51, (i) => ({ ...line, productId: i + 1 })) }, '一个订单最多50种商品'],
      [{ details: [line, line] }, '商品不能重复，请修改数量'],
    ]);
  });

  it('more stock than a ledger keeps, and a project with too many materials', () => {
    refusesChanges(materials.move, { id: 1, kind: 1, quantity: 1, reason: '采购' }, [
      [{ quantity: 10_000_000 }, '数量过大'],
      [{ quantity: 0.001 }, '数量最多两位小数'],
      [{ reason: ' ' }, '请输入原因'],
    ]);
    refusesChanges(projectMaterials.save, { projectId: 1, materials: [] }, [
      [{ materials: ids(51).map((materialId) => ({ materialId })) }, '最多选择50种物资'],
    ]);
  });

  it('a region that is none, and an import in a way that there is none of', () => {
    refusesChanges(people.create, { userName: '王奶奶' }, [[{ regionCode: '3301' }, '地区编码不正确']]);
    refusesChanges(people.import, {}, [[{ mode: 'some' }, '导入方式不正确']]);
  });
});
