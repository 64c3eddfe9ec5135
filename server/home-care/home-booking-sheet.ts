/** The list of bookings as a sheet. */
import { halfLabels } from '#contract/home-care/areas.rules.ts';
import { bookingSourceLabels, bookingStateLabels } from '#contract/home-care/home-booking-commands.rules.ts';
import { homeBookingLabels } from '#contract/home-care/home-bookings.labels.ts';
import { titled } from '#contract/labels.ts';
import { listOf, type Export } from '../transfers/exports.ts';
import { bookingRows, NOUN, type Selected } from './home-booking-rows.ts';

export const bookingSheet: Export<Selected> = {
  name: NOUN,
  list: ({ tenantId }) => listOf(bookingRows(tenantId)),
  columns: titled(homeBookingLabels, [
    { key: 'code', width: 10 },
    { key: 'state', value: ({ state }) => bookingStateLabels[state] ?? '', width: 10 },
    { key: 'day', width: 12 },
    { key: 'half', value: ({ half }) => halfLabels[half] ?? '', width: 8 },
    { key: 'oldmanName', width: 12 },
    { key: 'address', width: 36 },
    { key: 'areaName', width: 14 },
    { key: 'projects', value: ({ projects }) => projects.map(({ name }) => name).join('、'), width: 24 },
    { key: 'price', width: 10 },
    { key: 'contactName', width: 12 },
    { key: 'phone', width: 14 },
    { key: 'relation', dictionary: homeBookingLabels.relation.dictionary, width: 10 },
    { key: 'source', value: ({ source }) => bookingSourceLabels[source] ?? '', width: 10 },
    { key: 'workNo', width: 18 },
    { key: 'serverTime', format: 'dateTime', width: 20 },
    { key: 'serverUserName', width: 12 },
    { key: 'note', width: 30 },
    { key: 'reason', width: 24 },
    { key: 'overrideReason', width: 24 },
    { key: 'decidedBy', width: 12 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
};
