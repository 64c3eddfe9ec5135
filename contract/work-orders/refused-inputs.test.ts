import { describe, it } from 'node:test';
import { many, refusesChanges } from '#test/refused-inputs.ts';
import { workOrderPlans } from './work-order-plans.ts';
import { defaultSettings, workOrderSettings } from './work-order-settings.ts';
import { workOrderStatistics } from './work-order-statistics.ts';
import { workOrders } from './work-orders.ts';

describe('the schemas of work orders refuse', () => {
  it('a service with too many files, or with none of a material', () => {
    const job = { serverProjectId: 1, serverTime: '2026-06-15 08:00:00' };
    const file = { fileName: '照片', fileUrl: '/a.jpg' };
    const order = { oldmanId: 1, oldmanPhone: '13812345678', oldmanAddress: '西湖区', jobLists: [job] };
    const withJob = (more: object, text: string) => [{ jobLists: [{ ...job, ...more }] }, text] as const;
    refusesChanges(workOrders.create, order, [
      [{ jobLists: [] }, '请添加服务清单'],
      withJob({ workOrderJobFiles: many(21, () => file) }, '每项服务最多上传20个文件'),
      withJob({ workOrderJobMaterials: [{ materialId: 1, quantity: 0 }] }, '耗材数量应大于0'),
      withJob({ workOrderJobMaterials: [{ quantity: 1 }] }, '请选择耗材'),
    ]);
  });

  it('a move of no order and of more than a hundred', () => {
    const one = { id: 1, version: 1 };
    refusesChanges(workOrderPlans.reschedule, { orders: [one] }, [
      [{ orders: [] }, '请选择工单'],
      [{ orders: many(101, () => one) }, '一次最多改期100张工单'],
    ]);
  });

  it('targets that are not of all three urgencies, and statistics by what there is none of', () => {
    refusesChanges(workOrderSettings.update, defaultSettings, [[{ responseMinutes: [120, 30] }, '请填写三种紧急程度的时限']]);
    refusesChanges(workOrderStatistics.read, { from: '2026-06-01', to: '2026-06-30' }, [[{ by: 'mood' }, '请选择统计方式']]);
  });
});
