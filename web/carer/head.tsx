/** The line on top of a page within /carer: back, and what it is. */
import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { goBack, type Place } from './place.ts';

export function Head({ title, hint, back }: { title: string; hint?: ReactNode; back: Partial<Place> }) {
  return (
    <div className="c-head">
      <Button type="text" className="c-icon" icon={<ArrowLeftOutlined aria-hidden />} aria-label="返回" onClick={() => goBack(back)} />
      <div>
        <h1>{title}</h1>
        {hint && <p>{hint}</p>}
      </div>
    </div>
  );
}
