/** What demonstration mode does not let visitors do. */
import type { Dependencies } from '../context.ts';
import { Refusal } from '../errors.ts';

/** Throws 423 in demonstration mode: for writes that would spoil it for everybody else. */
export function notInDemonstration({ config }: Dependencies): void {
  if (config.demo) throw new Refusal(423, '演示环境不能操作');
}
