/** Telephone numbers of rows that are written. */
import { phoneMessages, phoneOf, type PhoneKind } from '#contract/phones.rules.ts';
import { invalid } from './errors.ts';

/** Throws 400 when `phone`, of a field `phoneOrKept`, does not follow the rule; one that the row `before` has passes, so does none. */
export function needPhone(
  kind: PhoneKind,
  phone: string | null | undefined,
  before: string | null = null,
  message = phoneMessages[kind],
): void {
  if (phone && phone !== before && phoneOf(phone, kind) === null) throw invalid(message);
}
