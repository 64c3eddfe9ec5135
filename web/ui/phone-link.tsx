/** A telephone number that dials: through the workbench of calls for who has a seat, by the telephone of the device otherwise. */
import { PhoneOutlined } from '@ant-design/icons';
import type { MouseEvent, ReactNode } from 'react';
import { useStore } from 'zustand';
import { telOf } from '#contract/phones.rules.ts';
import { dialling, type Dialled } from '#web/api/dialling.ts';

/**
 * Gives what a link or button needs to dial a number. `onTel` is called where the device's own telephone dials: a call through the
 * workbench is written down by itself.
 */
export function useDialLink(): (what: Dialled, onTel?: () => void) => { href: string; onClick: (event: MouseEvent) => void } {
  const dial = useStore(dialling, (state) => state.dial);
  return (what, onTel) => ({
    href: telOf(what.phone),
    onClick(event) {
      // The row of a list opens what it is about.
      event.stopPropagation();
      if (!dial) return onTel?.();
      event.preventDefault();
      dial(what);
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
