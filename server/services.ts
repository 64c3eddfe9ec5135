/** Everything that is implemented: a service of the contract without its handlers does not compile. */
import type { Contract } from '#contract/index.ts';
import type { Handlers } from './implement.ts';
import { regions } from './system/regions.ts';

export const services: { [S in keyof Contract]: Handlers<Contract[S]> } = { regions };
