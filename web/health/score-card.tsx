/** NEWS2 with what each parameter adds; what is not known is said, never counted as nothing. */
import { Alert, Button, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { earlyWarnings } from '#contract/health/early-warnings.ts';
import { consciousnessLabels } from '#contract/health/measurements.rules.ts';
import { news2Risks, type News2 } from '#contract/health/news2.rules.ts';
import type { Output } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { useMay } from '#web/ui/may.ts';
import { OxygenDialog } from './oxygen-dialog.tsx';

type Score = Output<typeof earlyWarnings.score>;
type Part = Score['parts'][number];

const TONES: Record<News2['risk'], string> = { low: 'good', lowMedium: 'watch', medium: 'watch', high: 'urgent' };

const textOf = ({ metric, value, unit }: Part) => {
  if (value === null) return '未测';
  if (metric === 'consciousness') return consciousnessLabels[value] ?? String(value);
  if (metric === 'oxygenFlow') return value > 0 ? `${value}${unit}` : '未吸氧';
  return `${value} ${unit}`;
};

const pointsTone = (points: number | null) => (points === null ? 'unknown' : points >= 3 ? 'urgent' : points > 0 ? 'watch' : undefined);

export function ScoreCard({ personId }: { personId: number }) {
  const may = useMay();
  const [prescribing, setPrescribing] = useState(false);
  const { data, isError, error } = useCall(earlyWarnings.score, { oldmanId: personId }, { quiet: true, refetchInterval: 60_000 });
  const withdraw = useSend(earlyWarnings.withdraw, { changes: [earlyWarnings.score] });
  if (isError && !data) return <Alert type="warning" showIcon title={error.message} />;
  if (!data) return <Skeleton active paragraph={{ rows: 2 }} title={false} />;
  const { score, complete, known, parts, risk, scale, target } = data;
  const { label, advice } = news2Risks[risk];
  return (
    <section
      className="h-score"
      aria-label="早期预警评分NEWS2"
      data-tone={known === 0 || (risk === 'low' && !complete) ? undefined : TONES[risk]}
    >
      <div>
        <h3>
          NEWS2 <small>早期预警评分</small>
        </h3>
        {known === 0 ? (
          <p className="h-score-number">
            <b>--</b> <span>近24小时没有可评分的数据</span>
          </p>
        ) : (
          <p className="h-score-number">
            <b>{score}</b> <span>{complete ? `分 · ${label}` : '分（至少）'}</span>
          </p>
        )}
        {!complete && known > 0 && <Tag color="warning">不完整 {known}/7</Tag>}
        {known > 0 && <p className="h-hint">{complete || risk !== 'low' ? advice : '数据不完整，补齐后才能判断为低风险'}</p>}
      </div>
      <ul className="h-parts">
        {parts.map((part) => (
          <li key={part.metric} data-tone={pointsTone(part.points)} title={part.time ?? undefined}>
            <span>{part.metric === 'oxygen' && scale === 2 ? `${part.label}（目标88–92%）` : part.label}</span>
            <b>{textOf(part)}</b>
            <i>{part.points === null ? '—' : `+${part.points}`}</i>
          </li>
        ))}
      </ul>
      <p className="h-scale">
        {target ? (
          <>
            血氧按量表2评分：{target.prescriber} {target.prescribedOn}开具{target.endsOn ? `，至${target.endsOn}` : ''}（{target.reason}）
            {may(earlyWarnings.withdraw) && (
              <Confirm
                title="停用后血氧按量表1评分，确定吗？"
                okText="停用"
                cancelText="取消"
                onConfirm={() => withdraw.mutate({ id: target.id, version: target.version })}
              >
                <Button type="link" size="small">
                  停用
                </Button>
              </Confirm>
            )}
          </>
        ) : (
          <>
            血氧按量表1评分
            {may(earlyWarnings.prescribe) && (
              <Button type="link" size="small" onClick={() => setPrescribing(true)}>
                有医嘱，改用量表2（88–92%）
              </Button>
            )}
          </>
        )}
      </p>
      {prescribing && <OxygenDialog personId={personId} onClose={() => setPrescribing(false)} />}
    </section>
  );
}
