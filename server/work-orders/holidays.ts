/** Days off and weekend days that are worked: what recurring orders keep. */
import type { z } from 'zod';
import { nationalDays } from '#contract/work-orders/national-holidays.ts';
import { holidays as routes, type Holiday } from '#contract/work-orders/work-order-plans.ts';
import { titled } from '#contract/labels.ts';
import { holidayLabels } from '#contract/work-orders/work-order-plans.labels.ts';
import type { Context } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import { equals, reads, writes, type ListOf } from '../lists/crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { exporting, listOf } from '../transfers/exports.ts';
import type { Export } from '../transfers/exports.ts';

const own = { table: 'holidays', noun: '节假日' } as const;
const list: ListOf<typeof routes.page, 'holidays'> = {
  ...own,
  columns: { id: 'id', day: 'day', name: 'name', kind: 'kind', version: 'version', createTime: 'created_at' },
  filters: { year: (eb, year) => eb.between('day', `${year}-01-01`, `${year}-12-31`), kind: equals('kind') },
  sorts: { day: 'day' },
  order: 'day',
};
const plain = writes({ ...own, fields: { day: 'day', name: 'name', kind: 'kind' }, stamp: (session) => ({ created_by: session.userId }) });
const refusals = { holidays_tenant_id_day_key: conflict('该日期已设置') };

const sheet: Export<z.output<typeof Holiday>> = {
  name: '节假日',
  list: () => listOf(list),
  columns: titled(holidayLabels, [
    { key: 'day', width: 14 },
    { key: 'name', width: 20 },
    { key: 'kind', value: ({ kind }) => (kind === 1 ? '放假' : '上班') },
  ]),
};

/** The days off from `from` to `to` by name. */
export async function daysOff(tx: Tx, from: string, to: string): Promise<Map<string, string>> {
  const rows = await tx.rows(
    db
      .selectFrom('holidays')
      .select(['day', 'name'])
      .where('tenant_id', '=', tx.tenantId)
      .where('kind', '=', 1)
      .where('day', '>=', from)
      .where('day', '<=', to),
  );
  return new Map(rows.map(({ day, name }) => [day, name]));
}

/** Does what changes the days, then tells who reckons with them. */
async function told<T>(context: Context, change: Promise<T>): Promise<T> {
  const done = await change;
  await context.emit('holidays.changed', {});
  return done;
}

export const holidays: Handlers<typeof routes> = {
  ...reads(list),
  ...plain,
  export: exporting(routes.export, sheet),
  create: (input, context) => told(context, explaining(refusals, plain.create(input, context))),
  update: (input, context) => told(context, explaining(refusals, plain.update(input, context))),
  remove: (input, context) => told(context, plain.remove(input, context)),

  adopt({ year }, context) {
    const { tx, session } = context;
    const days = nationalDays(year);
    if (!days) throw refused(`暂无${year}年法定节假日，请在国务院发布后手工添加`);
    const added = tx.run(
      db
        .insertInto('holidays')
        .values(days.map((day) => ({ ...day, tenant_id: tx.tenantId, created_by: session.userId })))
        .onConflict((on) => on.columns(['tenant_id', 'day']).doNothing()),
    );
    return told(context, added);
  },
};
