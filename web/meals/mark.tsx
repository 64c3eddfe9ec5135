/** A short word about a resident or a dish: an allergy in red, a texture or a diet in the accent's colour. */
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import './meals.css';

export const Mark = ({ tone, children }: { tone?: 'allergy' | 'diet'; children: ReactNode }) => (
  <Tag className="ml-mark" data-tone={tone}>
    {children}
  </Tag>
);
