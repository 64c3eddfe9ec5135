/** Strangers on public pages who try: so many of a phone and an address, then they wait. */
import type { Context } from '../context.ts';
import { Refusal, tooMany } from '../errors.ts';
import { alone, beginAttempt, type Attempt } from './login-limits.ts';

/** Counts a try of `what`, which names the page and the phone, from the caller's address; throws 429 after too many that failed. */
export async function beginOpen({ deps, request }: Pick<Context, 'deps' | 'request'>, what: string): Promise<Attempt> {
  try {
    return await beginAttempt(alone(deps.pool), deps.secrets, what, request.address);
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) throw tooMany(Number(error.headers['retry-after']), '尝试次数过多，请稍后再试');
    throw error;
  }
}
