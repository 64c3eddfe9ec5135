/** Labels and values one below the other, or in columns as the style of `className` has them. */
import type { ReactNode } from 'react';
import { MISSING } from './display.ts';

export type Facts = readonly (readonly [label: string, value: ReactNode])[];

interface Props {
  facts: Facts;
  className?: string;
  /** Stands for a value that is not there. */
  missing?: ReactNode;
}

export const FactList = ({ facts, className, missing = MISSING }: Props) => (
  <dl className={className}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value || missing}</dd>
      </div>
    ))}
  </dl>
);
