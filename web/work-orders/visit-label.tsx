/** The name of a field of a visit, with the mark of what has to be there. */
import type { ReactNode } from 'react';
import './visit-label.css';

export function VisitLabel({ htmlFor, required, children }: { htmlFor: string; required: boolean; children: ReactNode }) {
  return (
    <label htmlFor={htmlFor}>
      {required && (
        <i className="y-visit-required" aria-hidden>
          *
        </i>
      )}
      {children}
      {required ? '（必填）' : '（选填）'}
    </label>
  );
}
