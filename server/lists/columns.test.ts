/** What a list gets wrong about its route or its table does not compile: `npm run check` fails when one of these lines does. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { deviceBatches } from '#contract/devices/device-batches.ts';
import { contains, equals, type ListOf } from './crud.ts';

type Batches = ListOf<typeof deviceBatches.strangers, 'device_strangers'>;

const columns: Batches['columns'] = {
  id: 'id',
  imei: 'imei',
  batchId: 'batch_id',
  batchName: () => sql`null`,
  typeId: () => sql`null`,
  kind: () => sql`null`,
  protocol: 'protocol',
  count: 'count',
  firstTime: 'first_at',
  lastTime: 'last_at',
  refusal: 'refusal',
};

describe('a list does not compile', () => {
  it('when a field of the row has no column, or a column is of no field', () => {
    const { imei, ...others } = columns;
    // @ts-expect-error the row has `imei`
    const lacking: Batches['columns'] = others;
    // @ts-expect-error the row has no `nickname`
    const foreign: Batches['columns'] = { ...columns, nickname: 'imei' };
    assert.ok(imei && lacking && foreign);
  });

  it('when the table has no such column, or it gives another type', () => {
    // @ts-expect-error the table has no `number`
    const unknown: Batches['columns'] = { ...columns, imei: 'number' };
    // @ts-expect-error `count` is a number, the field a text
    const other: Batches['columns'] = { ...columns, imei: 'count' };
    assert.ok(unknown && other);
  });

  it('when the query asks for no such filter, or for a value of another type', () => {
    const fitting: Batches['filters'] = { imei: contains('imei'), batchId: equals('batch_id') };
    // @ts-expect-error the query has no `nickname`
    const unknown: Batches['filters'] = { nickname: contains('imei') };
    // @ts-expect-error the batch is a number, and `contains` searches texts
    const other: Batches['filters'] = { batchId: contains('batch_id') };
    assert.ok(fitting && unknown && other);
  });

  it('when it sorts by what the row does not have, or by no column', () => {
    const fitting: Batches['sorts'] = { first_time: 'first_at', create_time: 'first_at' };
    // @ts-expect-error the row has no `nickname`
    const unknown: Batches['sorts'] = { nickname: 'imei' };
    // @ts-expect-error the table has no `firstTime`
    const other: Batches['sorts'] = { first_time: 'firstTime' };
    assert.ok(fitting && unknown && other);
  });
});
