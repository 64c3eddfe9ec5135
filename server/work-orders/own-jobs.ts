/** A carer's jobs with everything that belongs to them. */
import { nextDay } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { MOST_OWN_JOBS, ownJobs as routes, type OwnJob } from '#contract/work-orders/own-jobs.ts';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { db } from '../db/tenant.ts';
import { invalid } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { toMap } from '../geo/coordinates.ts';
import { flagsOf, jobToWire, selectJobs } from './details.ts';
import { partsOf } from './job-parts.ts';
import { settingsOf } from './work-order-settings.ts';
import { alarmPlace, orderPlace } from './places.ts';

export const ownJobs: Handlers<typeof routes> = {
  async list({ from, to }, { tx, session }) {
    if (to < from || to > nextDay(from, 31)) throw invalid('时间范围最多31天');
    const jobs = await tx.rows(
      selectJobs()
        .where('tenant_id', '=', session.tenantId)
        .where('user_id', '=', session.userId)
        .where('status', '<>', jobStatus.cancelled)
        .where((eb) =>
          eb.or([
            eb.and([eb('service_at', '>=', `${from} 00:00:00`), eb('service_at', '<', `${nextDay(to, 1)} 00:00:00`)]),
            // A literal: the index of running jobs is one of these alone.
            eb('status', '=', sql.lit(jobStatus.inProgress)),
          ]),
        )
        .orderBy('service_at')
        .orderBy('id')
        .limit(MOST_OWN_JOBS),
    );
    if (jobs.length === 0) return [];
    const found = await tx.rows(
      db
        .selectFrom('work_orders')
        .selectAll()
        .select([orderPlace.as('bed_place'), alarmPlace.as('alarm_place')])
        .where('tenant_id', '=', session.tenantId)
        .where('id', 'in', [...new Set(jobs.map((job) => job.work_order_id))]),
    );
    const orders = new Map(found.map((order) => [order.id, order]));
    const flags = await flagsOf(tx, [...new Set(found.map((order) => order.person_id))]);
    const { fenceMetres } = await settingsOf(tx);
    const parts = await partsOf(tx, jobs);
    return jobs.map((row): z.input<typeof OwnJob> => {
      const order = orders.get(row.work_order_id)!;
      const at = order.longitude === null || order.latitude === null ? null : ([order.longitude, order.latitude] as const);
      const [lng, lat] = at ? toMap(at) : [0, 0];
      return {
        workOrderId: order.id,
        workNo: order.number,
        state: order.status,
        emergencyType: order.emergency,
        warningType: order.warning_type,
        oldmanId: order.person_id,
        oldmanName: order.person_name,
        oldmanPhone: order.person_phone,
        oldmanAddress: order.person_address,
        bedPlace: order.bed_place,
        alarmPlace: order.alarm_place,
        careLevel: order.care_level,
        anergy: order.ability,
        flags: flags.get(order.person_id) ?? [],
        remarks: order.remarks,
        map: at && { lng, lat },
        place: at && { lng: at[0], lat: at[1] },
        job: jobToWire(row, { oldmanName: order.person_name, logs: [], fenceMetres, parts: parts(row.id) }),
      };
    });
  },
};
