/** The head of the pages of a plan: the way back, which week and edition it is, and what can be done. */
import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { go } from '#web/shell/go.ts';
import { PLANS, weekText, type Plan } from './meal-calls.ts';
import './meals.css';

export const PlanHead = ({ plan, state, children }: { plan: Plan; state?: ReactNode; children: ReactNode }) => (
  <header className="ml-head">
    <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={() => go(PLANS)}>
      膳食计划
    </Button>
    <h2>
      {weekText(plan.weekDate)} {plan.building} 第{plan.edition}版
    </h2>
    {state}
    <span className="ml-acts">{children}</span>
  </header>
);
