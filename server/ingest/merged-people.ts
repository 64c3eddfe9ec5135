/** What devices have measured is a merged person's. */
import { sql } from 'kysely';
import { mergePeople, rowsOf, type PersonReference } from '../lists/merged-people.ts';

/** Of so many readings at most the person is changed in one transaction. */
const MOST = 200_000;

const READINGS: PersonReference = { table: 'readings', way: 'moves', byDevice: true, erase: 'stays' };

/** To be called once per process. */
export const mergeReadingsWithPeople = (): void =>
  mergePeople({
    references: [
      READINGS,
      { table: 'latest_readings', way: 'moves', erase: 'stays' },
      { table: 'hourly_readings', way: 'moves', erase: 'stays' },
      { table: 'daily_readings', way: 'moves', erase: 'stays' },
      { table: 'positions', way: 'moves', byDevice: true, erase: 'goes' },
      { table: 'sleep_reports', way: 'moves', erase: 'stays' },
      { table: 'device_surroundings', way: 'moves', erase: 'goes' },
    ],
    async against(pair, tx) {
      const many = await tx.row(
        sql`select 1 from readings where ${rowsOf(READINGS, tx.tenantId, pair.droppedId, pair)} offset ${MOST} limit 1`,
      );
      return many ? ['被合并的档案测量数据过多，请改为保留这一份'] : [];
    },
  });
