/** The spreadsheet of service recipients. */
import type { z } from 'zod';
import type { Person } from '#contract/elderly/people.ts';
import { titled } from '#contract/labels.ts';
import { personLabels } from '#contract/elderly/people.labels.ts';
import { listOf, type Export } from '../transfers/exports.ts';
import { peopleRows } from './people-rows.ts';
import { phonesFor } from './phone-sight.ts';

type Row = z.output<typeof Person>;

export const personSheet: Export<Row> = {
  name: '服务对象',
  list: (session, { secrets }) => ({ ...listOf(peopleRows(session, secrets)), toRow: (row) => phonesFor(session, row) }),
  columns: titled(personLabels, [
    { key: 'userName' },
    { key: 'gender' },
    { key: 'age' },
    { key: 'birthDate', format: 'date' },
    { key: 'mobile', width: 14 },
    { key: 'address', width: 40 },
    { key: 'status' },
    { key: 'serviceType' },
    { key: 'careLevel' },
    { key: 'anergy' },
    { key: 'flags', width: 20 },
    { key: 'place', width: 22 },
    { key: 'carerName' },
    { key: 'contactName' },
    { key: 'contactPhone', width: 14 },
    { key: 'contactRelation' },
    { key: 'remarks', width: 30 },
    { key: 'lng', width: 12 },
    { key: 'lat', width: 12 },
    { key: 'tenantName', width: 24 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
};
