/** 现在: all that waits for the signed-in person, across the areas, most urgent first. */
import { z } from 'zod';
import { nothing } from '../fields.ts';
import { get } from '../http.ts';
import { nowKindNames } from './now.rules.ts';

const kind = z.enum(nowKindNames, { error: '类别不正确' });

export const NowRow = z.object({
  kind,
  /** Of the row in its area: a warning, an order, a task, … With the kind it names the row. */
  id: z.number(),
  /** 1 urgent … 4 notice. */
  severity: z.number(),
  phase: z.number(),
  /** Whom or what it is about. */
  name: z.string(),
  /** What it is. */
  text: z.string(),
  /** What else is to be known: why it asks again, who works on it. */
  note: z.string().nullable(),
  personId: z.number().nullable(),
  /** Where in the house; null when it has no place there. */
  place: z.string().nullable(),
  /** The row that it belongs to, as the order of a job. */
  link: z.number().nullable(),
  /** Of an observation: the blood pressure is taken lying and standing. */
  mark: z.boolean(),
  since: z.string().nullable(),
  due: z.string().nullable(),
});

export const Now = z.object({
  rows: z.array(NowRow),
  /** Of every kind that the person may see and of which there is something; one above `COUNTED_NOW` says that there are more. */
  counts: z.array(
    z.object({
      kind,
      /** Rows. */
      count: z.number(),
      /** One row stands for many things, and its text says how many: their number would contradict that of the rows. */
      together: z.boolean(),
    }),
  ),
  /** Kinds that could not be read. */
  failed: z.array(kind),
  /** Names of those who give rights, for a person who has none; null for all others. */
  ask: z.array(z.string()).nullable(),
});

export const now = {
  /** With a kind only its rows. */
  read: get('/admin/home/now', '现在要处理的事', { access: 'session', input: z.object({ kind: kind.optional() }), output: Now }),
  /** Names of those who give rights in the tenant, at most five: for a person who cannot go on. */
  ask: get('/admin/home/ask', '可以开通权限的人', { access: 'session', input: nothing, output: z.array(z.string()) }),
};
