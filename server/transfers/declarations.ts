/** What an entity says about its import: columns, the form that its rows become, and how they are saved. */
import type { z } from 'zod';
import type { Context, Work } from '../context.ts';
import { asRefusal, UNKNOWN } from '../errors.ts';
import { sql } from 'kysely';

/** The words of a column with what they stand for; several rows of one name stand for none of them. */
export type Choices = ReadonlyMap<string, unknown>;

export interface ImportColumn {
  /** Field of the form. */
  key: string;
  title: string;
  required?: boolean;
  /** Type of a dictionary whose labels are the words. */
  dictionary?: string;
  /** Other words. */
  choices?: (context: Context) => Promise<Choices> | Choices;
  /** Words of which several may stand in a cell, separated by 、 or a comma; the form gets a list. */
  several?: boolean;
  /** What a cell is, when not text: a day in any of the usual spellings, or a number. */
  kind?: 'date' | 'number';
  example?: string;
  /** For the sheet of instructions. */
  hint?: string;
  /** In characters. */
  width?: number;
}

/** What became of a row: `problem` says why it was not saved; `note` is told in the result, such as a first password. */
export interface Saved {
  problem: string | null;
  note?: string;
}

export interface Import<Form> {
  /** Chinese, also the name of the sheet. */
  noun: string;
  columns: readonly ImportColumn[];
  /** What the entity's own create takes; its messages are what staff read. */
  form: z.ZodType<Form>;
  /** Fields that are not twice in one file, each list taken together; rows that lack one of them are not compared. */
  unique?: readonly (readonly string[])[];
  /**
   * At the beginning of the transaction, with every form that will be saved: locks in
   * one order, so that two imports do not wait for each other.
   */
  prepare?: (forms: readonly Form[], context: Context) => Promise<void>;
  /**
   * In the import's transaction, with the rights of the person: an answer for every form in order. Throws when nothing can be saved at all.
   */
  save: (forms: readonly Form[], context: Context) => Promise<Saved[]>;
  /** Title of the notes in the result file. */
  note?: string;
  /** Rows of one file, when fewer than usual. */
  most?: number;
  /** Rows between two signs of life, when one of them takes long. */
  batch?: number;
  /** Lines for the sheet of instructions. */
  instructions?: readonly string[];
}

/** Saves row by row with the entity's own create: what it refuses is told, the rest stays. */
export const oneByOne =
  <Form>(create: (form: Form, context: Context) => Promise<unknown>, note?: (form: Form) => string) =>
  async (forms: readonly Form[], context: Context): Promise<Saved[]> => {
    const saved: Saved[] = [];
    for (const form of forms) saved.push(await attempt(context, () => create(form, context), note?.(form)));
    return saved;
  };

/** One row under a savepoint; what went wrong, as the person reads it. */
export async function attempt({ tx, deps }: Work, work: () => Promise<unknown>, note?: string): Promise<Saved> {
  await tx.run(sql`savepoint one`);
  try {
    await work();
    await tx.run(sql`release savepoint one`);
    return { problem: null, ...(note === undefined ? {} : { note }) };
  } catch (error) {
    const refusal = asRefusal(error);
    // The database is away: no row will fare better.
    if (refusal?.status === 503) throw error;
    await tx.run(sql`rollback to savepoint one`);
    if (!refusal) deps.log.error({ err: error }, 'a row could not be imported');
    return { problem: refusal?.message ?? UNKNOWN };
  }
}
