/** What the answers come to so far. */
import { Alert } from 'antd';
import type { Evaluation } from '#contract/assessments/evaluate.rules.ts';
import type { Scale } from '#contract/assessments/scale-parts.ts';

export function RunningScore({ scale, evaluation }: { scale: Scale; evaluation: Evaluation }) {
  const { total, missing, level, name, advice, adjustments, baseName, flags, refusal } = evaluation;
  const done = scale.items.length - missing.length;
  return (
    <div className="as-running" role="status" aria-label="评分">
      {total !== null && (
        <span>
          总分 <b>{total}</b>
        </span>
      )}
      <span>
        已填 {done}/{scale.items.length} 项
      </span>
      {level !== null && (
        <span>
          结果 <b>{name}</b>
          {adjustments.length > 0 && `（初步：${baseName}；${adjustments.map(({ text }) => text).join('、')}）`}
        </span>
      )}
      {advice && <span>{advice}</span>}
      {flags.map((flag) => (
        <Alert key={flag} type="error" showIcon title={flag} />
      ))}
      {refusal && <Alert type="error" showIcon title={refusal} />}
    </div>
  );
}
