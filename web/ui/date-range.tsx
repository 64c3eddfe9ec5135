/** A span of time with the specification's presets; the picker is loaded when a form first shows one. */
import { Input } from 'antd';
import { lazy, Suspense } from 'react';
import './search-form.css';

export type Span = readonly [start: string, end: string];

export interface DateRangeProps {
  id?: string;
  /** `yyyy-MM-dd HH:mm:ss` both, or with `days` `yyyy-MM-dd`. */
  value?: Span | undefined;
  onChange?: (value: Span | undefined) => void;
  disabled?: boolean;
  days?: boolean;
}

const Picker = lazy(() => import('./date-range-picker.tsx'));

export function DateRange(props: DateRangeProps) {
  return (
    <Suspense fallback={<Input id={props.id} className="y-date-range" disabled placeholder="开始时间 至 结束时间" />}>
      <Picker {...props} />
    </Suspense>
  );
}
