/** Imports and exports of lists: the routes that an entity declares with one line each, and how far a long one is. */
import { z } from 'zod';
import { nothing, ok, text } from '../fields.ts';
import { del, get, mediaTypes, post } from '../http.ts';

/** Rows that a workbook may have. */
export const MOST_ROWS = 20_000;
export const MOST_COLUMNS = 100;
export const MAX_WORKBOOK_BYTES = 10 * 1024 * 1024;
/** Above this many rows a page asks for an export as a task. */
export const LONG_EXPORT = 5_000;

/** `check` says what an import would do and does nothing, `all` takes all rows or none, `good` leaves the bad ones out. */
export const importModes = ['check', 'all', 'good'] as const;
export type ImportMode = (typeof importModes)[number];

export const transferStatuses = ['running', 'done', 'failed', 'cancelled'] as const;

const names = (most: number, max: number) =>
  z
    .union([z.string().max(max * most), z.array(z.string().max(max)).max(most)])
    .transform((value) => (Array.isArray(value) ? value : value.split(',')).map((one) => one.trim()).filter(Boolean));
/** As many as an address holds. */
export const MOST_CHOSEN = 500;
const ids = names(MOST_CHOSEN, 16)
  .refine((list) => list.every((one) => /^[1-9]\d{0,15}$/.test(one)), { error: '编号格式不正确' })
  .transform((list) => list.map(Number));
/** `ids` of lists whose rows are not numbered. */
export const chosenNames = names(MOST_CHOSEN, 64).optional();
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** What every export takes besides the filters of its list. */
export const exporting = {
  ascs: names(5, 40).optional(),
  descs: names(5, 40).optional(),
  /** Fields in the order in which they shall stand; all without. */
  columns: names(100, 40).optional(),
  /** Only these rows. */
  ids: ids.optional(),
  format: z.enum(['xlsx', 'csv']).default('xlsx'),
  /** Answers `{key}` of a task at once; without it the file itself. */
  task: flag.default(false),
};

/** As `exportRoute`, of a call whose clients on the wire say no format and name what they get `.xls`. */
export const xlsExportRoute = <Q extends z.ZodRawShape>(path: string, noun: string, access: string, query: Q) => {
  const format = z.enum(['xlsx', 'csv', 'xls']).default('xls');
  const input = z.object({ ...query, ...exporting, format });
  return get(path, `导出${noun}`, { access, input, output: z.any(), kind: 'raw', rate: 'export' });
};

/** `GET {path}`: a file of all rows that the list's filters leave. */
export const exportRoute = <Q extends z.ZodRawShape>(path: string, noun: string, access: string, query: Q) =>
  get(path, `导出${noun}`, { access, input: z.object({ ...query, ...exporting }), output: z.any(), kind: 'raw', rate: 'export' });

export const Started = z.object({ key: z.string() });

/** `import` takes a workbook and answers the key of its task; `template` is the workbook to fill in. */
export const importRoutes = (path: string, noun: string, access: string) => ({
  import: post(`${path}/import`, `导入${noun}`, {
    access,
    input: z.object({
      mode: z.enum(importModes, { error: '导入方式不正确' }).default('all'),
      /** The same file once more: the person has been asked. */
      again: flag.default(false),
    }),
    output: Started,
    multipart: [mediaTypes.xlsx],
    bodyLimit: MAX_WORKBOOK_BYTES,
    rate: 'upload',
    // The task writes the log, with its rows.
    audit: false,
  }),
  template: get(`${path}/import/template`, `${noun}导入模板`, { access, input: nothing, output: z.any(), kind: 'raw' }),
});

export const RowError = z.object({ row: z.number(), column: z.string().nullable(), value: z.string().nullable(), reason: z.string() });

export const Progress = z.object({
  /** Percent. */
  rate: z.number(),
  /** Of the file, empty while there is none. */
  url: z.string(),
  status: z.enum(transferStatuses),
  message: z.string().nullable(),
  mode: z.enum(importModes).nullable(),
  total: z.number(),
  done: z.number(),
  good: z.number(),
  bad: z.number(),
  /** The first 500. */
  errors: z.array(RowError),
  /** The workbook of the rows that failed, with the reasons; empty when there is none. */
  failedUrl: z.string(),
});
export type Progress = z.output<typeof Progress>;

const key = text(36).pipe(z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
/** What is no key is an unknown one. */
const anyKey = z.object({ key: z.string().max(100).default('') });

export const transfers = {
  /** Null for a key that is unknown, expired, or somebody else's. */
  process: get('/questionnaire/common/process', '任务进度', { access: 'session', input: anyKey, output: Progress.nullable() }),
  cancel: del('/questionnaire/common/process', '取消任务', { access: 'session', input: anyKey, output: ok }),
  file: get('/questionnaire/common/file', '下载任务文件', {
    access: 'session',
    input: z.object({ key, part: z.enum(['result', 'failed']).default('result') }),
    output: z.any(),
    kind: 'raw',
  }),
};
