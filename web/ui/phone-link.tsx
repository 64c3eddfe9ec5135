/** A telephone number that dials: through the workbench of calls for who has a seat, by the telephone of the device otherwise. */
import { PhoneOutlined } from '@ant-design/icons';
import type { MouseEvent, ReactNode } from 'react';
import { useStore } from 'zustand';
import { telOf } from '#contract/phones.rules.ts';
import { dialling, type Dialled } from '#web/api/dialling.ts';

/** So long a number in a row that opens by a double click waits for the second click. */
const SECOND_CLICK_MS = 500;
let waiting: ReturnType<typeof setTimeout> | undefined;

/**
 * Gives what a link or button needs to dial a number. A double click dials once; in a row that it opens, not at all.
 * `onTel` is called where the device's own telephone dials: a call through the workbench is written down by itself.
 */
export function useDialLink(): (what: Dialled, onTel?: () => void) => { href: string; onClick: (event: MouseEvent) => void } {
  const dial = useStore(dialling, (state) => state.dial);
  return (what, onTel) => ({
    href: telOf(what.phone),
    onClick(event) {
      // The row of a list opens what it is about.
      event.stopPropagation();
      clearTimeout(waiting);
      if (event.detail > 1) return event.preventDefault();
      if (!dial) return onTel?.();
      event.preventDefault();
      if (event.currentTarget.closest('[data-opens=double]')) waiting = setTimeout(dial, SECOND_CLICK_MS, what);
      else dial(what);
    },
  });
}

interface Props extends Dialled {
  /** With a handset before the number. */
  icon?: boolean;
  className?: string;
  onTel?: () => void;
  /** Instead of the number. */
  children?: ReactNode;
}

/** The number as a link. One that is masked is text. */
export function PhoneLink({ icon = false, className, onTel, children, ...what }: Props) {
  const link = useDialLink();
  if (what.phone.includes('*')) return what.phone;
  return (
    <a className={className} {...link(what, onTel)}>
      {icon && <PhoneOutlined aria-hidden />}
      {icon && ' '}
      {children ?? what.phone}
    </a>
  );
}
