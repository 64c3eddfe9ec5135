/** What one thing of a question is called, with its control and what it means. */
import { useId, type ReactNode } from 'react';

export function Property({ label, hint, children }: { label: string; hint?: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="q-property">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <small>{hint}</small>}
    </div>
  );
}
