/** The one rule of telephone numbers for forms. */
import type { Rule } from 'antd/es/form';
import { phoneMessages, phoneOf, type PhoneKind } from '#contract/phones.rules.ts';

/** What the form began with passes: an old number keeps no other field from being changed. */
export const phoneRule =
  (kind: PhoneKind, message = phoneMessages[kind]): Rule =>
  ({ isFieldTouched }) => ({
    validator: (rule, typed: string | null | undefined) => {
      const name = (rule as { field?: string }).field ?? '';
      const ok =
        !typed ||
        phoneOf(typed, kind) !== null ||
        !isFieldTouched(name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)));
      return ok ? Promise.resolve() : Promise.reject(new Error(message));
    },
  });
