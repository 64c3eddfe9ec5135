/**
 * 视图: filters and order of the list of tickets under a name, one's own or the institution's. Who may assign tickets may make a view the
 * institution's, and change such a one.
 */
import { z } from 'zod';
import { byId, id, nothing, ok, required } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { ticketSearch } from './tickets.ts';

/** Views of one person, and of an institution. */
export const MOST_VIEWS = 30;

/** As `ascs` and `descs` of the list name them; null is the list's own order. */
const sort = z.enum(['create_time', 'due_time'], { error: '排序方式不正确' });

export const SavedTicketView = z.object({
  id: z.number(),
  name: z.string(),
  /** Everybody of the institution has it. */
  shared: z.boolean(),
  /** Of the list call. */
  filters: z.record(z.string(), z.union([z.string(), z.number()])),
  sort: sort.nullable(),
  descending: z.boolean(),
  version: z.number(),
});

const access = 'business_ticket_view';
const name = required(12, '请填写视图名称');
const filters = z.object(ticketSearch).partial();

export const savedTicketViews = {
  list: get('/business/ticketview/list', '诉求视图', { access, input: nothing, output: z.array(SavedTicketView) }),
  create: post('/business/ticketview', '新增诉求视图', {
    access,
    input: z.object({ name, shared: z.boolean().default(false), filters, sort: sort.nullish(), descending: z.boolean().default(false) }),
    output: id,
    message: '视图已保存',
  }),
  update: put('/business/ticketview', '修改诉求视图', {
    access,
    input: z.object({
      id,
      version: z.int(),
      name: name.optional(),
      shared: z.boolean().optional(),
      filters: filters.optional(),
      sort: sort.nullish(),
      descending: z.boolean().optional(),
    }),
    output: ok,
    message: '视图已保存',
  }),
  remove: del('/business/ticketview/{id}', '删除诉求视图', { access, input: byId, output: ok, message: '视图已删除' }),
};
