/** A day or a moment as the wire's text; the picker is loaded when a form first shows one. */
import { Input } from 'antd';
import { lazy, Suspense } from 'react';

export interface DayProps {
  id?: string;
  /** `yyyy-MM-dd`, or with `withTime` `yyyy-MM-dd HH:mm:ss`. */
  value?: string | null;
  onChange?: (value: string | null) => void;
  withTime?: boolean;
  /** The first and the last day that may be chosen, `yyyy-MM-dd`. */
  notBefore?: string;
  notAfter?: string;
  /** Where the calendar opens while nothing is chosen, `yyyy-MM-dd`. */
  opensAt?: string;
  disabled?: boolean;
  placeholder?: string;
}

const Picker = lazy(() => import('./day-picker.tsx'));

export function Day(props: DayProps) {
  return (
    <Suspense fallback={<Input id={props.id} disabled value={props.value ?? ''} placeholder={props.placeholder} />}>
      <Picker {...props} />
    </Suspense>
  );
}
