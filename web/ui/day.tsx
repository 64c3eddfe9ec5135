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
  // Also the name of a field without a label, while the picker is on its way, too.
  const placeholder = props.placeholder ?? (props.withTime ? '请选择时间' : '请选择日期');
  return (
    <Suspense fallback={<Input id={props.id} disabled value={props.value ?? ''} placeholder={placeholder} />}>
      <Picker {...props} placeholder={placeholder} />
    </Suspense>
  );
}
