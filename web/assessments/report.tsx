/** The report of an assessment, on the screen and on paper: scores, levels, reasons, signatures. */
import { assessmentReasons } from '#contract/assessments/assessment-commands.rules.ts';
import { assessmentLabels as L } from '#contract/assessments/assessments.labels.ts';
import { evaluate } from '#contract/assessments/evaluate.rules.ts';
import type { Scale, ScaleItem } from '#contract/assessments/scale-parts.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { MISSING } from '#web/ui/display.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import { State } from '#web/ui/state.tsx';
import { SignatureField } from '#web/ui/signature-pad.tsx';
import type { AssessmentDetail } from './assessment-calls.ts';

interface Props {
  row: AssessmentDetail;
  scale: Scale;
}
type Result = NonNullable<AssessmentDetail['result']>;

/** As it was signed; of a draft as it would be now. */
export const resultOf = ({ row, scale }: Props): Result => row.result ?? evaluate(scale, row.answers, row.facts);

function Facts({ row, scale }: Props) {
  const facts = [
    [L.oldmanName, <PersonLink key="person" id={row.oldmanId} name={row.oldmanName} tab="assessment" />],
    [L.place, row.place],
    [L.state, <State key="state" of="assessment" value={row.state} />],
    [L.assessedDate, row.assessedDate],
    [L.reason, [assessmentReasons[row.reason], row.reasonNote].filter(Boolean).join('，')],
    [L.site, row.site],
    [L.informantName, [row.informantName, row.informantRelation && `（${row.informantRelation}）`].join('')],
    [L.nextDate, row.nextDate],
    ['依据', scale.confidence === 'C' ? `${scale.source}（待核实）` : scale.source],
    [L.note, row.note],
    ...(row.voidReason ? [[L.voidReason, `${row.voidReason} ${row.voidName ?? ''}`] as const] : []),
  ] as const;
  return <FactList className="as-report-facts" facts={facts} />;
}

const answerText = ({ options, measured }: ScaleItem, value: number | undefined) =>
  value === undefined ? '' : measured ? `${value}${measured.unit}` : (options.find((option) => option.value === value)?.label ?? '');

function Items({ row, scale, result }: Props & { result: Result }) {
  return (
    <table className="as-table">
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">评估</th>
          <th scope="col">得分</th>
        </tr>
      </thead>
      {scale.domains.map(({ code, name }) => {
        const score = result.domains.find((one) => one.code === code);
        return (
          <tbody key={code}>
            <tr className="as-domain">
              <th scope="rowgroup" colSpan={2}>
                {name}
              </th>
              <td>
                {score?.score}
                {score && score.most !== null ? ` / ${score.most}` : ''}
              </td>
            </tr>
            {scale.items
              .filter(({ domain }) => domain === code)
              .map((item) => (
                <tr key={item.code}>
                  <th scope="row">{item.name}</th>
                  <td>{answerText(item, row.answers[item.code])}</td>
                  <td>{result.scores[item.code] ?? MISSING}</td>
                </tr>
              ))}
          </tbody>
        );
      })}
    </table>
  );
}

function Outcome({ scale, result, row }: Props & { result: Result }) {
  const stated = scale.facts.filter(({ code }) => (row.facts[code] ?? 0) > 0);
  const adjusts = scale.adjustments.some(({ effect }) => effect !== 'flag');
  const changes: readonly (readonly [string, string])[] = [
    ['初步等级', result.baseName],
    ['诊断与风险事件', stated.map(({ code, name, most }) => (most === 1 ? name : `${name}：${row.facts[code]}`)).join('；')],
    ['等级变更依据', result.adjustments.map(({ text, from, to }) => (from === to ? `${text}（不再变更）` : text)).join('；') || '无'],
  ];
  const domains = result.domains.length > 1 ? result.domains : [];
  const rows: readonly (readonly [string, string | number | null])[] = [
    ...domains.map(({ name, score, most, grade }) => {
      const of = most === null ? '' : ` / ${most}`;
      return [name, `${score}${of}${grade === null ? '' : `，${grade}级`}`] as const;
    }),
    ['总分', result.total],
    ...(adjusts ? changes : []),
    [adjusts ? '最终等级' : '结果', result.name],
    ['建议', [result.advice, ...result.flags].filter(Boolean).join('；')],
  ];
  return (
    <table className="as-table as-outcome" aria-label="评估结果">
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{value === null || value === '' ? MISSING : value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Signatures({ row, scale }: Props) {
  const all = [
    [`${L.firstName}${row.firstName ? `：${row.firstName}` : ''}`, row.firstSign],
    ...(scale.ability
      ? ([
          [`${L.secondName}${row.secondName ? `：${row.secondName}` : ''}`, row.secondSign],
          [`${L.informantName}${row.informantName ? `：${row.informantName}` : ''}`, row.informantSign],
        ] as const)
      : []),
  ] as const;
  return (
    <section className="as-signatures" aria-label="签名">
      {all.map(([label, url]) => (
        <div key={label}>
          <span>{label}</span>
          <SignatureField disabled value={url} label={label} />
        </div>
      ))}
    </section>
  );
}

export function Report({ row, scale }: Props) {
  const result = resultOf({ row, scale });
  return (
    <>
      <Facts row={row} scale={scale} />
      <h2>评估结果</h2>
      <Outcome row={row} scale={scale} result={result} />
      <h2>评估明细</h2>
      <Items row={row} scale={scale} result={result} />
      <Signatures row={row} scale={scale} />
    </>
  );
}
