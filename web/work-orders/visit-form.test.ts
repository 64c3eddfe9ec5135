import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { OrderJob } from './order-calls.ts';
import { fenceOf, finishInput, isFar, missingInVisit, unfilledOf, type VisitValues } from './visit-form.ts';

const values = (change: Partial<VisitValues> = {}): VisitValues => ({
  address: '',
  image: null,
  reason: '',
  result: '',
  signature: null,
  signer: '',
  unsigned: '',
  used: {},
  ...change,
});
const asked = (name: string, required: boolean, resultId: number | null) =>
  ({ name, required, resultId }) as OrderJob['projectUserVoList'][number];
const job = (change: Partial<OrderJob> = {}) =>
  ({
    id: 1,
    fenceMetres: 500,
    requiresPhoto: false,
    requiresSignature: false,
    projectUserVoList: [],
    workOrderJobMaterials: [],
    ...change,
  }) as unknown as OrderJob;

describe('a visit', () => {
  it('is measured by the strictest fence', () => {
    assert.equal(fenceOf([job(), job({ fenceMetres: 200 })]), 200);
    assert.equal(fenceOf([]), null);
    assert.deepEqual([isFar(200.4, 200), isFar(201, 200), isFar(null, 200), isFar(9999, null)], [false, true, false, false]);
  });
  const strict = job({
    requiresPhoto: true,
    requiresSignature: true,
    projectUserVoList: [asked('血压记录', true, null), asked('满意度', false, null), asked('用药', true, 8)],
  });
  const cases: [string, Parameters<typeof missingInVisit>, string[]][] = [
    ['beginning needs no proofs', ['start', [strict], values(), false], []],
    ['beginning far away needs a reason', ['start', [strict], values({ reason: '  ' }), true], ['超出围栏的原因']],
    ['a reason is enough', ['start', [strict], values({ reason: '老人在医院' }), true], []],
    ['ending needs all proofs', ['finish', [job(), strict], values(), false], ['现场照片', '服务对象签名', '问卷《血压记录》']],
    [
      'ending with proofs needs the questionnaire',
      ['finish', [strict], values({ image: 'a', signature: 'b' }), false],
      ['问卷《血压记录》'],
    ],
    ['a reason stands for the signature', ['finish', [strict], values({ image: 'a', unsigned: '右手骨折' }), false], ['问卷《血压记录》']],
    ['blanks are no reason', ['finish', [strict], values({ image: 'a', unsigned: ' ' }), false], ['服务对象签名', '问卷《血压记录》']],
    ['a plain job needs nothing', ['finish', [job()], values(), false], []],
  ];
  for (const [name, given, expected] of cases) it(name, () => assert.deepEqual(missingInVisit(...given), expected));
  it('names a questionnaire of two jobs once', () => assert.deepEqual(unfilledOf([strict, strict]), ['血压记录']));
  it('says what was used, what was planned where nothing was typed', () => {
    const used = job({
      id: 4,
      workOrderJobMaterials: [
        { materialId: 7, quantity: 2 },
        { materialId: 8, quantity: 1 },
      ] as OrderJob['workOrderJobMaterials'],
    });
    assert.deepEqual(finishInput([used], values({ used: { '4.7': 0 }, result: ' 已翻身 ', signer: ' 汤桂兰 ' })), {
      result: '已翻身',
      signature: null,
      signer: '汤桂兰',
      materials: [
        { jobId: 4, materialId: 7, quantity: 0 },
        { jobId: 4, materialId: 8, quantity: 1 },
      ],
    });
    assert.equal('materials' in finishInput([job()], values()), false);
    assert.equal(finishInput([job()], values({ unsigned: ' 右手骨折 ' })).unsignedReason, '右手骨折');
    assert.equal('unsignedReason' in finishInput([job()], values({ signature: 'b', unsigned: '右手骨折' })), false);
  });
});
