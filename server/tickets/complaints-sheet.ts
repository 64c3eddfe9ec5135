/** The spreadsheet of the register of complaints, as inspectors read it. */
import type { z } from 'zod';
import { titled } from '#contract/labels.ts';
import { complaintLabels } from '#contract/tickets/tickets.labels.ts';
import { inTime, ticketStateLabels } from '#contract/tickets/tickets.rules.ts';
import type { Complaint } from '#contract/tickets/ticket-statistics.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof Complaint>;

export const complaintSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '投诉登记',
  list: () => list,
  columns: titled(complaintLabels, [
    { key: 'ticketNo', width: 20 },
    { key: 'createTime', format: 'dateTime', width: 20 },
    { key: 'source' },
    { key: 'askerName' },
    { key: 'askerPhone', width: 14 },
    { key: 'about', width: 20 },
    { key: 'oldmanName' },
    { key: 'content', width: 40 },
    { key: 'ownerName' },
    { key: 'state', value: ({ state }) => ticketStateLabels[state] ?? '' },
    { key: 'firstAnswerTime', format: 'dateTime', width: 20 },
    { key: 'answerBy', format: 'date', width: 14 },
    { key: 'answered', value: ({ answered }) => inTime[answered] ?? '' },
    { key: 'result', width: 40 },
    { key: 'solveTime', format: 'dateTime', width: 20 },
    { key: 'resultBy', format: 'date', width: 14 },
    { key: 'concluded', value: ({ concluded }) => inTime[concluded] ?? '' },
    { key: 'score' },
  ]),
});
