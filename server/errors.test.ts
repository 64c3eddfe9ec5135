import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { asRefusal, databaseAway, notFound, Refusal } from './errors.ts';

const told = (error: unknown) => {
  const refusal = asRefusal(error);
  return refusal && [refusal.status, refusal.message];
};

describe('an error becomes a refusal', () => {
  it('by the code of the database', () => {
    const cases: [codes: string, status: number, text: string][] = [
      ['23505', 409, '数据已存在，请勿重复提交'],
      ['23503', 422, '数据正在被使用或引用的数据不存在'],
      ['23514 23502 22003 22001', 400, '数据不符合要求'],
      ['22P02 22007 22008 22021', 400, '请求内容格式不正确'],
      ['40001 40P01 55P03', 409, '数据正在被他人修改，请重试'],
      ['57014', 503, '查询超时，请缩小范围后重试'],
      ['57P01 08006 53300 ECONNREFUSED', 503, '系统正在恢复，请稍后重试'],
    ];
    for (const [codes, status, text] of cases)
      for (const code of codes.split(' '))
        assert.deepEqual(told(Object.assign(new Error('duplicate key'), { code })), [status, text], code);
  });

  it('by what the framework says of a request', () => {
    assert.deepEqual(told({ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }), [413, '请求内容过大']);
    assert.deepEqual(told({ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }), [415, '不支持的内容类型']);
    assert.deepEqual(told({ code: 'FST_ERR_CTP_EMPTY_JSON_BODY', statusCode: 400 }), [400, '请求内容格式不正确']);
  });

  it('with a time to wait where waiting helps, and as it is where it is one', () => {
    assert.equal(asRefusal({ code: '57014' })?.headers['retry-after'], '1');
    assert.equal(asRefusal({ code: '08006' })?.headers['retry-after'], '2');
    const own = notFound('床位');
    assert.equal(asRefusal(own), own);
    assert.ok(own instanceof Refusal);
  });

  it('not when it is our fault', () => {
    for (const error of [new Error('x is not a function'), { code: '42601' }, { statusCode: 500 }]) assert.equal(asRefusal(error), null);
    assert.equal(databaseAway(new Error('Connection terminated unexpectedly')), true);
    assert.equal(databaseAway(new Error('x is not a function')), false);
  });
});
