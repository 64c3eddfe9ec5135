/** A telephone number that dials: through the workbench of calls for who has a seat, by the telephone of the device otherwise. */
import { PhoneOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { dialLink, type Dialled } from '#web/api/dialling.ts';

interface Props extends Dialled {
  /** With a handset before the number. */
  icon?: boolean;
  className?: string;
  onTel?: () => void;
  /** Instead of the number. */
  children?: ReactNode;
}

/** The number as a link. One that is masked is text, and so is a name that stands for a number. */
export function PhoneLink({ icon = false, className, onTel, children, ...what }: Props) {
  if (what.phone.includes('*') || !/\d/.test(what.phone)) return what.phone;
  return (
    <a className={className} {...dialLink(what, onTel)}>
      {icon && <PhoneOutlined aria-hidden />}
      {icon && ' '}
      {children ?? what.phone}
    </a>
  );
}
