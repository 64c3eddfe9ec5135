/** The menu of a week for the wall: A4 across, with allergens. */
import { allergens } from '#contract/meals/dishes.rules.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { Paper, PaperFoot } from '#web/subscriptions/paper.tsx';
import { weekText, type Plan, type Planned } from './meal-calls.ts';
import { PlanGrid } from './plan-grid.tsx';
import './meals.css';

const said = ({ name, allergens: has, spare }: Planned) =>
  `${name}${spare ? '（备选）' : ''}${has.length === 0 ? '' : ` [${has.map((one) => allergens[one]).join('、')}]`}`;

export default function WallMenu({ plan, onDone }: { plan: Plan; onDone: () => void }) {
  const tenantName = useCurrentUser()?.sysUser.tenantName ?? '';
  return (
    <Paper onDone={onDone}>
      <div className="ml-wall">
        <h1>一周菜单</h1>
        <p>
          {tenantName}　{plan.building}　{weekText(plan.weekDate)}
        </p>
        <PlanGrid
          weekDate={plan.weekDate}
          times={plan.mealTimes}
          cell={(day, meal) =>
            plan.dishes.filter((one) => one.day === day && one.meal === meal).map((dish) => <div key={dish.dishId}>{said(dish)}</div>)
          }
        />
        <PaperFoot>方括号内为过敏原；有忌口或质地要求的按个人膳食供应</PaperFoot>
      </div>
    </Paper>
  );
}
