/** What a caller reads when the database, not the handler, noticed that a rule is broken. */
import type { Refusal } from '../errors.ts';

/** Runs `work`; a violated constraint or unique index that `refusals` names becomes that refusal. The unit of work is lost either way. */
export async function explaining<T>(refusals: Record<string, Refusal>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    throw (constraint !== undefined && refusals[constraint]) || error;
  }
}
