/** Work orders from the dialog to the rating: `workorder`, `workorderscore`. */
import assert from 'node:assert/strict';
import { projectMaterials } from '#contract/stock/materials.ts';
import { project } from '#test/care.ts';
import { material } from '#test/goods.ts';
import { form, has, paged, rows, unique, type Replay, type World } from './wire.ts';

const ORDER =
  'id workNo downName downPhone downTime emergencyType payType status startTime endTime operationUserName operationUserTenantName oldmanId oldmanName ' +
  'oldmanPhone oldmanAddress careLevel anergy orderPrice remarks warningType warningBusinessId serverTypeName tenantId lng lat';
const JOB =
  'id serverProjectName serverProjectId serverTypeId serverTypeName serverTime serverUserId serverUserName serverUserPhone serverPackageId ' +
  'cloneServerPackageId orderPrice remarks status activeName oldmanName workOrderJobFiles workOrderJobMaterials projectUserVoList workOrderServer workOrderJobLogs';

/** A new job as the dialog sends it: ids are empty, names and prices are what the pickers showed. */
const newJob = ({ projectId, typeId }: { projectId: number; typeId: number }, more: object = {}) => ({
  id: '',
  serverProjectName: '助浴',
  serverProjectId: String(projectId),
  serverTypeId: typeId,
  serverTypeName: '生活照料',
  serverTime: '2090-01-01 09:00:00',
  serverUserId: '',
  serverUserName: '',
  serverUserPhone: '',
  serverPackageId: 0,
  cloneServerPackageId: '',
  orderPrice: '58.50',
  remarks: '',
  status: '',
  activeName: 'first',
  workOrderJobFiles: [],
  workOrderJobMaterials: [],
  projectUserVoList: [],
  ...more,
});

async function anOrder(w: World, serverUserId: number | '' = ''): Promise<number> {
  const { oldman, service } = w.kept;
  const input = {
    oldmanId: oldman.id,
    oldmanPhone: '13911112222',
    oldmanAddress: '文三路90号',
    jobLists: [newJob(service, { serverUserId })],
  };
  const made = await w.t.call('POST', '/members/workorder', { as: w.staff, input });
  assert.equal(made.code, 0, made.msg ?? '');
  return made.data;
}
const detailOf = async (w: World, id: number) => (await w.t.call('GET', `/members/workorder/${id}`, { as: w.staff })).data;

export const workOrders: Replay[] = [
  [
    'members POST workorder',
    async (w) => {
      const { t, staff, kept } = w;
      const service = await project(t, staff, { type: unique('助浴'), name: unique('助浴') });
      const gloves = await material(t, staff, { name: '一次性手套', quantity: 10 });
      const bound = await t.route(projectMaterials.save, staff, {
        projectId: service.projectId,
        materials: [{ materialId: gloves, isDefault: false }],
      });
      assert.equal(bound.code, 0, bound.msg ?? '');
      Object.assign(kept, { service, gloves });
      return {
        body: {
          id: '',
          downName: '周女士',
          downPhone: '13911113333',
          downTime: '',
          emergencyType: '1',
          payType: '1',
          $payType: '现金',
          oldmanId: kept.oldman.id,
          oldmanName: kept.oldman.userName,
          oldmanPhone: '13911112222',
          oldmanAddress: '杭州市西湖区文三路90号',
          careLevel: '3',
          anergy: '',
          orderPrice: '0.01',
          remarks: '',
          serverTypeName: '生活照料',
          lng: '120.13',
          lat: '30.27',
          warningType: '',
          warningBusinessId: '',
          jobLists: [
            newJob(service, {
              workOrderJobMaterials: [{ id: '', materialName: '一次性手套', workOrderId: '', workOrderJobId: '' }],
            }),
          ],
        },
      };
    },
    (id, { kept }) => (kept.workOrder = { id }),
  ],
  [
    'members GET workorder/{id}',
    ({ kept }) => ({ at: [kept.workOrder.id] }),
    (detail, { kept }) => {
      has(detail, 'workOrder order workOrderScore workOrderServer');
      has(detail.workOrder, ORDER);
      const [job] = detail.workOrder.workOrderJobs;
      has(job, JOB);
      has(job.workOrderJobMaterials[0], 'id materialName workOrderId workOrderJobId');
      assert.deepEqual(
        [job.oldmanName, job.orderPrice, detail.workOrder.orderPrice, detail.workOrder.status],
        [kept.oldman.userName, 58.5, 58.5, 4],
      );
      kept.workOrder = detail.workOrder;
    },
  ],
  [
    'members PUT workorder',
    ({ kept: { workOrder, service } }) => {
      const { workOrderJobs, ...order } = workOrder;
      const [job] = workOrderJobs;
      const kept = job.workOrderJobMaterials.map(({ id, materialName, workOrderId, workOrderJobId }: any) => ({
        id,
        materialName,
        workOrderId,
        workOrderJobId,
      }));
      return { body: form(order, { remarks: '带防滑垫', jobLists: [{ ...job, workOrderJobMaterials: kept }, newJob(service)] }) };
    },
    async (done, w) => {
      assert.equal(done, true);
      const { workOrder } = await detailOf(w, w.kept.workOrder.id);
      assert.deepEqual(
        [workOrder.workOrderJobs.length, workOrder.remarks, workOrder.workOrderJobs[0].workOrderJobMaterials.length],
        [2, '带防滑垫', 1],
      );
    },
  ],
  [
    'members GET workorder/page',
    () => ({ query: { ...paged, workNo: '', oldmanName: '', status: '', startTime: '', endTime: '' } }),
    (page) => void rows(page, ORDER),
  ],
  [
    'members POST workorder/dispatch',
    ({ staff, kept }) => ({
      body: { id: kept.workOrder.id, serverUserId: String(staff.userId), serverUserName: '院长', serverUserPhone: '138****0000' },
    }),
    (done) => assert.equal(done, true),
  ],
  [
    'members PUT workorderscore',
    async (w) => {
      const { id } = w.kept.workOrder;
      for (const job of (await detailOf(w, id)).workOrder.workOrderJobs)
        for (const step of ['start', 'finish']) {
          const done = await w.t.call('POST', `/members/workorder/${step}`, {
            as: w.staff,
            input: { id, jobId: job.id, reason: '代签', lng: 120.13, lat: 30.27 },
          });
          assert.equal(done.code, 0, done.msg ?? '');
        }
      return { body: { id, workOrderId: id, score: '5', scoreTime: '', status: '2', $status: '短信', scoreContent: '很及时' } };
    },
    async (done, w) => {
      assert.equal(done, true);
      const { workOrderScore } = await detailOf(w, w.kept.workOrder.id);
      has(workOrderScore, 'score scoreTime status scoreContent');
      assert.deepEqual([workOrderScore.score, workOrderScore.status, workOrderScore.scoreContent], [5, 2, '很及时']);
    },
  ],
  [
    'members POST workorder/stop/{id}',
    async (w) => {
      const id = (w.kept.other = await anOrder(w, w.staff.userId));
      const begun = await w.t.call('POST', '/members/workorder/start', {
        as: w.staff,
        input: { id, reason: '代签', lng: 120.13, lat: 30.27 },
      });
      assert.equal(begun.code, 0, begun.msg ?? '');
      return { at: [id] };
    },
    (done) => assert.equal(done, true),
  ],
  ['members POST workorder/continue/{id}', ({ kept }) => ({ at: [kept.other], body: {} }), (done) => assert.equal(done, true)],
  ['members POST workorder/cancel/{id}', ({ kept }) => ({ at: [kept.other], body: { reason: '' } }), (done) => assert.equal(done, true)],
  ['members DELETE workorder/{id}', async (w) => ({ at: [await anOrder(w)] }), (done) => assert.equal(done, true)],
];
