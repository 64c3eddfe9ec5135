import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import {
  isFixed,
  ofJob,
  priceOf,
  toJob,
  totalYuan,
  withoutPackages,
  withParts,
  withPayType,
  type JobValues,
  type ProjectParts,
} from './job-values.ts';
import type { OrderJob } from './order-calls.ts';
import { choiceText, packageChoices, projectWith, type HeldPackage } from './package-choices.ts';

const projects = new Map([
  [11, { name: '助浴', typeIds: [1], priceFen: 8000, minutes: 60 }],
  [12, { name: '换药', typeIds: [1], priceFen: 4010, minutes: 30 }],
]);
const parts: ProjectParts = {
  materials: [
    { materialId: 1, name: '纱布', unit: '包', isDefault: true },
    { materialId: 2, name: '手套', unit: '双', isDefault: false },
  ],
  questionnaires: [
    { questionId: 5, key: 'a', name: '血压记录', isDefault: true, required: false },
    { questionId: 6, key: 'b', name: '同意书', isDefault: false, required: true },
    { questionId: 7, key: 'c', name: '满意度', isDefault: false, required: false },
  ],
};
const read = {
  id: 5,
  activeName: 'second',
  serverPackageId: 30,
  cloneServerPackageId: 30,
  serverPackageName: '康复服务包',
  serverProjectId: 12,
  serverProjectName: '换药',
  serverTime: '2026-11-21 09:00:00',
  serverUserId: 3,
  serverUserName: '邱伟',
  serverUserPhone: null,
  orderPrice: 40.1,
  remarks: null,
  status: 2,
  workOrderJobFiles: [{ id: 1, workOrderId: 1, workOrderJobId: 5, fileName: '医嘱.pdf', fileUrl: '/f' }],
  workOrderJobMaterials: [{ id: 1, workOrderId: 1, workOrderJobId: 5, materialId: 1, materialName: '纱布', unit: '包', quantity: 2 }],
  projectUserVoList: [
    {
      id: 1,
      workOrderId: 1,
      workOrderJobId: 5,
      key: 'a',
      questionId: 5,
      name: '血压记录',
      userId: 9,
      serverProjectId: 12,
      isDefault: true,
      required: false,
      resultId: null,
      resultTime: null,
    },
  ],
} as unknown as OrderJob;

/** Checked by the contract, which is what the server reads. */
const wire = (job: JobValues) =>
  workOrders.create.input.parse({ oldmanId: 1, oldmanPhone: '19900006058', oldmanAddress: '古墩路88号', jobLists: [toJob(job)] })
    .jobLists[0];

describe('the price', () => {
  it("of a new job is its project's, of an existing one its own", () => {
    assert.equal(priceOf({ serverProjectId: 12 }, projects), 4010);
    assert.equal(priceOf({ id: 1, serverProjectId: 12, priceFen: 3000 }, projects), 3000);
    assert.equal(priceOf({ serverProjectId: 99 }, projects), 0);
    assert.equal(priceOf(undefined, projects), 0);
  });
  it('adds up in fen, without what a package covers or what was cancelled', () => {
    assert.equal(totalYuan([{ serverProjectId: 11 }, { serverProjectId: 12 }, { serverProjectId: 12 }], projects), 160.2);
    assert.equal(
      totalYuan(
        [{ serverProjectId: 11 }, { id: 1, priceFen: 9900, activeName: 'second', packageId: 5 }, { id: 2, priceFen: 700, status: 6 }],
        projects,
      ),
      80,
    );
    assert.equal(
      totalYuan([{ serverProjectId: 11, activeName: 'second' }], projects),
      0,
      'of the way 服务包 before a package is chosen, too',
    );
  });
});

describe('a job', () => {
  it('goes back as it was read', () => {
    const job = wire(ofJob(read));
    assert.deepEqual([job?.serverPackageId, job?.serverUserId], [30, 3]);
    assert.deepEqual(job?.workOrderJobFiles, [{ fileName: '医嘱.pdf', fileUrl: '/f' }]);
    assert.deepEqual(job?.workOrderJobMaterials, [{ materialId: 1, materialName: null, quantity: 2 }]);
    assert.deepEqual(job?.projectUserVoList, [{ questionId: 5, userId: 9 }]);
  });
  it('leaves out the lists that nobody changed', () => {
    const kept = ofJob(read);
    const untouched = toJob(ofJob(read), kept);
    assert.deepEqual(
      ['workOrderJobMaterials' in untouched, 'projectUserVoList' in untouched, 'workOrderJobFiles' in untouched],
      [false, false, true],
    );
    assert.deepEqual(toJob({ ...ofJob(read), materials: [] }, kept).workOrderJobMaterials, []);
  });
  it('under way or over sends nothing that is locked', () => {
    for (const status of [3, 4, 6]) {
      assert.ok(isFixed({ status }));
      const job = toJob({ ...ofJob(read), status });
      assert.deepEqual([job.serverPackageId, job.workOrderJobMaterials, job.projectUserVoList], [undefined, undefined, undefined]);
      assert.equal(job.workOrderJobFiles?.length, 1, 'files may still be added');
    }
    assert.ok(![undefined, 1, 2, 5].some((status) => isFixed(status === undefined ? {} : { status })));
  });
  it('priced by the job names no package', () => assert.equal(wire({ ...ofJob(read), activeName: 'first' })?.serverPackageId, 0));
});

describe('what belongs to a project', () => {
  it('is there at once on a new job: defaults and whatever is required', () => {
    const job = withParts({ serverProjectId: 12 }, 12, parts);
    assert.deepEqual(
      job.materials?.map(({ materialId, quantity }) => [materialId, quantity]),
      [[1, 1]],
    );
    assert.deepEqual(
      job.questionnaires?.map(({ questionId }) => questionId),
      [5, 6],
    );
    assert.equal(job.partsOf, 12);
  });
  it('leaves with it', () => {
    const job = withParts(withParts({}, 12, parts), undefined, null);
    assert.deepEqual([job.materials, job.questionnaires, job.partsOf], [undefined, undefined, undefined]);
    assert.equal('workOrderJobMaterials' in toJob(job), false, 'the server then takes its own defaults');
  });
});

describe('packages', () => {
  const covered: JobValues = { id: 5, status: 1, activeName: 'second', packageId: 30, clonePackageId: 30 };
  it('are dropped when the pay type leaves 3, and back with it', () => {
    const [open, locked] = withPayType([covered, { ...covered, id: 6, status: 3 }], 3, 1);
    assert.deepEqual([open?.activeName, open?.packageId, locked?.packageId], ['first', undefined, 30]);
    assert.equal(withPayType([open as JobValues], 1, 3)[0]?.packageId, 30);
    assert.equal(withPayType([covered], 1, 4)[0]?.packageId, 30, 'between other pay types nothing changes');
  });
  it("are another person's after the person changed", () =>
    assert.deepEqual(
      withoutPackages([covered, { ...covered, status: 4 }]).map(({ packageId }) => packageId),
      [undefined, 30],
    ));

  const held = (id: number, ...lefts: [number, number][]) =>
    ({
      id,
      packageName: `服务包${id}`,
      endDate: '2026-12-31',
      projects: lefts.map(([projectId, left]) => ({ projectId, projectName: String(projectId), left })),
    }) as unknown as HeldPackage;
  it('are offered with what is left once the other jobs of the form have theirs', () => {
    const other: JobValues = { activeName: 'second', packageId: 1, serverProjectId: 11 };
    const [first, second] = packageChoices([held(1, [11, 2], [12, 1]), held(2, [11, 1])], [{}, other, other], 0);
    assert.deepEqual(
      first?.projects.map(({ projectId, left }) => [projectId, left]),
      [[12, 1]],
    );
    assert.equal(second?.id, 2);
    assert.equal(packageChoices([held(1, [11, 2])], [other, other, other], 0).length, 0);
  });
  it('are offered to an existing job for its own project only, with the one it holds', () => {
    const job = ofJob(read);
    assert.deepEqual(
      packageChoices([held(1, [11, 2]), held(2, [12, 4])], [job], 0).map(({ id, endDate }) => [id, endDate]),
      [
        [30, null],
        [2, '2026-12-31'],
      ],
    );
    assert.deepEqual(
      packageChoices([held(30, [12, 0])], [job], 0).map(({ id, endDate }) => [id, endDate]),
      [[30, '2026-12-31']],
    );
  });
  it('say what is left and until when', () => {
    const [choice] = packageChoices([held(1, [11, 2], [12, 1])], [{}], 0);
    assert.equal(choice && choiceText(choice), '服务包1（余3次，有效期至2026-12-31）');
  });
  it('keep, find or drop the project of a job', () => {
    const [one, two] = packageChoices([held(1, [11, 2]), held(2, [11, 1], [12, 1])], [{}], 0);
    assert.deepEqual(
      [projectWith(one, undefined), projectWith(two, undefined), projectWith(two, 12), projectWith(one, 12), projectWith(undefined, 12)],
      [11, undefined, 12, 11, undefined],
    );
  });
});
