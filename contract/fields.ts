/** The field types of the wire. Messages are what staff read. */
import { CLOCK } from './time.ts';
import { z } from 'zod';

const idForms = (message: string) =>
  [
    z.int({ error: message }).positive({ error: message }),
    z
      .string({ error: message })
      .regex(/^[1-9]\d{0,15}$/, { error: message })
      .refine((digits) => Number.isSafeInteger(Number(digits)), { error: message })
      .transform(Number),
  ] as const;

/** An id that somebody picks: a JSON number, or its decimal digits in a path or query. `message` is said when there is none. */
export const picked = (message: string) => z.union(idForms(message), { error: message });

/** The same without words of its own for none: a form then says its field's. */
export const id = z.union(idForms('编号格式不正确'));

/** A whole number, or its digits in a query. */
export const int = (min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) =>
  z
    .union([
      z.int(),
      z
        .string()
        .regex(/^-?\d{1,15}$/, { error: '请输入整数' })
        .transform(Number),
    ])
    .pipe(
      z
        .number()
        .min(min, { error: `不能小于${min}` })
        .max(max, { error: `不能大于${max}` }),
    );

/** A whole number of a JSON body within limits; `name` is what the message calls it. */
export const whole = (low: number, high: number, name: string) => {
  const error = `${name}应为${low}至${high}的整数`;
  return z.int({ error }).min(low, { error }).max(high, { error });
};

/** For a record: what is said of a key that is none. A record's own text is English. */
export const badKey = (text: string) => ({ error: (issue: { code?: string }) => (issue.code === 'invalid_key' ? text : undefined) });

/** A decimal number, or its digits in a query (specification: optional sign, integer or decimal). */
export const decimal = z.union([
  z.number(),
  z
    .string()
    .regex(/^[+-]?\d{1,15}(\.\d{1,8})?$/, { error: '请输入数字' })
    .transform(Number),
]);

export const flag = z.union([z.boolean(), z.enum(['true', 'false', '0', '1']).transform((value) => value === 'true' || value === '1')]);

/** Trimmed text of at most `max` characters; may be empty. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `长度不能超过${max}个字符` });

/** As `text`, at least one character. */
export const required = (max: number, message: string) =>
  z
    .string({ error: message })
    .trim()
    .min(1, { error: message })
    .max(max, { error: `长度不能超过${max}个字符` });

// Reckoning back from the year 0 leaves what PostgreSQL has.
const DATE = /^[1-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const DATE_TIME = /^[1-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const exists = (value: string) => {
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === value.slice(0, 10);
};

/** Fields that are a day or a moment: each may be sent in the other's spelling (server/http/lenient-input.ts). */
export const dates = z.registry<{ kind: 'date' | 'dateTime' }>();

/** `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
export const dateTime = z
  .string({ error: '请选择时间' })
  .regex(DATE_TIME, { error: '时间格式应为yyyy-MM-dd HH:mm:ss' })
  .refine(exists, { error: '时间不存在' })
  .register(dates, { kind: 'dateTime' });
/** A time of day, `HH:mm`. */
export const clock = z.string({ error: '请选择时间' }).regex(CLOCK, { error: '时间格式应为HH:mm' });

/** `yyyy-MM-dd`. */
export const date = z
  .string({ error: '请选择日期' })
  .regex(DATE, { error: '日期格式应为yyyy-MM-dd' })
  .refine(exists, { error: '日期不存在' })
  .register(dates, { kind: 'date' });

/** What forms send for an unset value: absent, null or '' become null. */
export const orNull = <T extends z.ZodType>(schema: T) =>
  z
    .union([z.literal('').transform(() => null), z.null(), schema])
    .optional()
    .transform((value) => value ?? null);

/** A field of a form that creates and updates: '' and null clear it, absent leaves it as it is. */
export const clearable = <T extends z.ZodType>(schema: T) => z.union([z.literal('').transform(() => null), z.null(), schema]).optional();

/** The fields of a form as an update takes them. */
export type Changes<F extends z.ZodRawShape> = { [K in keyof F]: F[K] extends z.ZodDefault<infer T> ? z.ZodOptional<T> : F[K] };

/**
 * A form for an update: what a new row would begin with is no reason to change one that is
 * there, so no field has a default and an absent one stays.
 */
export const changes = <F extends z.ZodRawShape>(form: F) =>
  Object.fromEntries(
    Object.entries(form).map(([name, field]) => [name, field instanceof z.ZodDefault ? z.optional(field.unwrap()) : field]),
  ) as Changes<F>;

/** One or more of a query, `ids=7` or `ids=7,8`, up to `most`. Without one it is refused: SQL has no empty list. */
export const several = <T extends z.ZodType>(one: T, most: number) =>
  z.union([
    one.transform((value) => [value]),
    z
      .array(one)
      .min(1, { error: '请至少选择一个' })
      .max(most, { error: `最多选择${most}个` }),
  ]);

/** Sort names of avue clients: snake_case columns, checked against the handler's own map. */
const names = z.union([z.string(), z.array(z.string())]).transform((value) => (Array.isArray(value) ? value : value.split(',')));

/** What every list call takes; `current` ≤ 0 is 1 (the specification's clients send 0). */
export const paging = {
  current: int(-1, 100_000_000)
    .default(1)
    .transform((value) => Math.max(1, value)),
  size: int(1, 100).default(10),
  ascs: names.optional(),
  descs: names.optional(),
};

/** The page a list call gives; `approximate` says that `total` is an estimate that becomes exact in a moment. */
export const page = <T extends z.ZodType>(row: T) =>
  z.object({
    records: z.array(row),
    total: z.number(),
    size: z.number(),
    current: z.number(),
    pages: z.number(),
    approximate: z.boolean().optional(),
  });

export const byId = z.object({ id });
export const nothing = z.object({});
export const ok = z.boolean();

/** Fen to the yuan of the wire, two decimals. */
export const toYuan = (fen: number) => Math.round(fen) / 100;
/** Yuan of the wire to fen; never negative zero. */
export const toFen = (yuan: number) => Math.round(yuan * 100) || 0;

/** A price in yuan of the wire, up to a million, in whole fen; `name` is what it is called when it is refused. */
export const price = (name: string) =>
  decimal.pipe(
    z
      .number({ error: `请填写${name}` })
      .min(0, { error: `${name}不能小于0` })
      .max(1_000_000, { error: `${name}过大` })
      .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, { error: `${name}最多两位小数` }),
  );
