import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { fasterText, freshOf } from './faster.ts';
import type { OrderDetail, OrderSummary } from './order-calls.ts';
import { newJob, totalYuan, type JobValues } from './job-values.ts';
import { firstDay, isPlaced, newOrder, ofDetail, projectsOf, toInput, withFresh, withMade, type OrderValues } from './work-order-form.ts';

/** 2026-11-21 18:07:00 in Shanghai. */
const NOW = Date.UTC(2026, 10, 21, 10, 7);
const HOME = '浙江省杭州市西湖区古墩路88号';
const person = { id: 7, name: '汤桂兰', address: HOME, flags: [] };
const leaf = (id: number, name: string, price: number) => ({
  serverId: 1,
  serverName: '照料',
  projecId: id,
  projecName: name,
  projecStandardPrice: price,
  minutes: 30,
});
const tree = [
  {
    serverId: 1,
    serverName: '照料',
    projecId: null,
    projecName: null,
    projecStandardPrice: null,
    minutes: null,
    children: [leaf(11, '助浴', 80), { ...leaf(0, '', 0), projecId: null, children: [leaf(12, '换药', 40.1)] }],
  },
];
const projects = projectsOf(tree);
const filled = (change: Partial<OrderValues> = {}): OrderValues => ({
  ...newOrder(NOW),
  person,
  oldmanPhone: ' 19900006058 ',
  oldmanAddress: HOME,
  jobs: [{ ...newJob(NOW), serverProjectId: 11 }],
  ...change,
});

describe('a new order', () => {
  it('begins with the defaults of the specification', () => {
    const { payType, emergencyType, downTime, jobs } = newOrder(NOW);
    assert.deepEqual([payType, emergencyType, downTime], [1, 1, '2026-11-21 18:07:00']);
    assert.deepEqual(jobs, [{ activeName: 'first', serverTime: '2026-11-21 18:30:00', remarks: '', files: [] }]);
  });
  it('may be planned from yesterday on', () => {
    assert.equal(firstDay(NOW), '2026-11-20');
    assert.equal(firstDay(Date.UTC(2026, 10, 21, 16, 30)), '2026-11-21', 'half past midnight in Shanghai');
  });
  it('is what the contract takes', () => {
    const input = toInput(
      filled({ remarks: '  轻声敲门 ', jobs: [{ ...newJob(NOW), serverProjectId: 11, carer: { id: 3, name: '邱伟', phone: null } }] }),
      null,
    );
    const parsed = workOrders.create.input.parse(input);
    assert.deepEqual([parsed.oldmanPhone, parsed.remarks, parsed.downPhone], ['19900006058', '轻声敲门', null]);
    assert.deepEqual(parsed.jobLists, [
      { serverProjectId: 11, serverTime: '2026-11-21 18:30:00', serverUserId: 3, serverPackageId: 0, remarks: null, workOrderJobFiles: [] },
    ]);
  });
});

describe('the position of an order', () => {
  const place = { address: '浙江省杭州市西湖区文三路90号', lng: 120.13, lat: 30.28 };
  it("is the server's to give for the person's own address", () => {
    assert.ok(isPlaced(HOME, person, null));
    const { lng, lat } = toInput(filled(), { ...place, address: HOME });
    assert.deepEqual([lng, lat], [null, null]);
  });
  it('is that of the map for the address that was picked there', () => {
    assert.ok(isPlaced(place.address, person, place));
    const { lng, lat } = toInput(filled({ oldmanAddress: place.address }), place);
    assert.deepEqual([lng, lat], [120.13, 30.28]);
  });
  it('has to be looked up once the address was changed by hand', () => assert.equal(isPlaced(`${place.address}2楼`, person, place), false));
});

it('projects are found however deep the tree is, with the types above them', () =>
  assert.deepEqual(
    [...projects].map(([id, { typeIds }]) => [id, typeIds]),
    [
      [11, [1]],
      [12, [1, 1]],
    ],
  ));

describe('an existing order', () => {
  const job = {
    id: 5,
    serverProjectId: 12,
    serverProjectName: '换药',
    serverTime: '2026-11-21 09:00:00',
    serverUserId: null,
    serverUserName: null,
    serverUserPhone: null,
  };
  const workOrder = {
    downName: null,
    downPhone: null,
    downTime: '2026-11-21 08:00:00',
    emergencyType: 2,
    payType: 3,
    oldmanId: 7,
    oldmanName: '汤桂兰',
    oldmanPhone: '19900006058',
    oldmanAddress: HOME,
  };
  const lists = { workOrderJobFiles: [], workOrderJobMaterials: [], projectUserVoList: [] };
  const paid = { activeName: 'first', orderPrice: 30, serverPackageId: 0, cloneServerPackageId: 0, serverPackageName: null };
  const more = { ...lists, ...paid, remarks: null, status: 1 };
  const detail = { workOrder: { ...workOrder, remarks: null, workOrderJobs: [{ ...job, ...more }] } } as unknown as OrderDetail;
  it('comes back as it was read', () => {
    const values = ofDetail(detail);
    const parsed = workOrders.update.input.parse({ ...toInput(values, null), id: 1, version: 4 });
    assert.deepEqual(parsed.jobLists, [
      {
        id: 5,
        serverProjectId: 12,
        serverTime: '2026-11-21 09:00:00',
        serverUserId: null,
        serverPackageId: 0,
        remarks: null,
        workOrderJobFiles: [],
        workOrderJobMaterials: [],
        projectUserVoList: [],
      },
    ]);
    assert.deepEqual([parsed.payType, parsed.emergencyType, parsed.lng, parsed.lat], [3, 2, null, null]);
    assert.equal(totalYuan(values.jobs, projects), 30, 'at the price that was agreed');
  });
  it('takes the state of a job that was stopped, and keeps what was typed', () => {
    const jobs = [{ ...ofDetail(detail).jobs[0], remarks: '轻声' }, { serverProjectId: 11 }];
    const stopped = { workOrder: { ...workOrder, workOrderJobs: [{ ...job, ...more, status: 5 }] } } as unknown as OrderDetail;
    assert.deepEqual(
      withFresh(jobs, stopped).map(({ status, remarks }) => [status, remarks]),
      [
        [5, '轻声'],
        [undefined, undefined],
      ],
    );
  });
});

describe('an order that was saved though nobody heard of it', () => {
  const made = [11, 12].map((serverProjectId, at): JobValues => ({ id: 90 + at, serverProjectId, status: 1, remarks: '' }));
  const ids = (...jobs: JobValues[]) => withMade(jobs, made).map(({ id, remarks }) => [id, remarks]);
  it('has the services that were typed, each with what was typed since', () => {
    assert.deepEqual(ids({ serverProjectId: 11, remarks: '轻声' }, { serverProjectId: 12, remarks: '' }), [
      [90, '轻声'],
      [91, ''],
    ]);
    assert.equal(withMade([{ serverProjectId: 11 }], made)[0]?.status, 1);
  });
  it('leaves those new that were added since, or are of another project', () => {
    assert.deepEqual(ids({ serverProjectId: 12 }, { serverProjectId: 12 }, { serverProjectId: 11 }), [
      [undefined, undefined],
      [91, ''],
      [undefined, undefined],
    ]);
    assert.deepEqual(withMade([{ id: 5, serverProjectId: 11 }], made), [{ id: 5, serverProjectId: 11 }]);
  });
});

describe('a lost race', () => {
  const fresh = { workNo: 'GD202611210003', state: 2, operationUserName: '孔静', serverUserName: '邱伟' } as OrderSummary;
  it('says who was faster and what became of the order', () => {
    assert.equal(fasterText(fresh), '孔静已先处理工单GD202611210003，现为“已派单”，服务人员：邱伟');
    assert.equal(
      fasterText({ ...fresh, operationUserName: null, serverUserName: null, state: 6 }),
      '他人已先处理工单GD202611210003，现为“已取消”',
    );
  });
  it('is told from other refusals', () => {
    assert.equal(freshOf({ status: 409, data: fresh }), fresh);
    assert.equal(freshOf({ status: 409, data: null }), null);
    assert.equal(freshOf({ status: 422, data: fresh }), null);
  });
});
