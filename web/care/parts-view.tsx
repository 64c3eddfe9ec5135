/** The parts of a plan as they are read. */
import { careKinds, problemCategories, type CareKind, type ProblemCategory } from '#contract/care/care-kinds.ts';
import { timesText } from '#contract/care/care-times.rules.ts';
import { carePlanLabels } from '#contract/care/care-plans.labels.ts';
import type { carePlans } from '#contract/care/care-plans.ts';
import type { Output } from '#contract/http.ts';
import { Tag } from 'antd';
import './care.css';

export type Plan = Output<typeof carePlans.get>;

export function PartsView({ plan }: { plan: Pick<Plan, 'problems' | 'goals' | 'interventions'> }) {
  return (
    <>
      <section className="ca-read">
        <h2>{carePlanLabels.problems}</h2>
        {plan.problems.length === 0 && <p className="y-missing">未填写</p>}
        <ul>
          {plan.problems.map(({ category, text, source }, at) => (
            <li key={at}>
              <Tag>{problemCategories[category as ProblemCategory] ?? category}</Tag>
              {text}
              {source && <small className="y-missing"> 来源：{source}</small>}
            </li>
          ))}
        </ul>
      </section>
      <section className="ca-read">
        <h2>{carePlanLabels.goals}</h2>
        {plan.goals.length === 0 && <p className="y-missing">未填写</p>}
        <ul>
          {plan.goals.map(({ text, measure, until }, at) => (
            <li key={at}>
              {text}
              <small className="y-missing">
                {measure && ` 衡量：${measure}`}
                {until && ` 到 ${until}`}
              </small>
            </li>
          ))}
        </ul>
      </section>
      <section className="ca-read">
        <h2>{carePlanLabels.interventions}</h2>
        {plan.interventions.length === 0 && <p className="y-missing">未填写</p>}
        <ul>
          {plan.interventions.map((one, at) => (
            <li key={at}>
              <Tag>{careKinds[one.kind as CareKind] ?? one.kind}</Tag>
              <b>{one.name}</b> {timesText(one)} · {one.minutes}分钟{one.two && <Tag>双人</Tag>}
              {one.instruction && <p className="y-missing">{one.instruction}</p>}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
