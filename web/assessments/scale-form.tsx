/** The items of a scale by domains: a key from 0 to 9 chooses the option of that score and goes on to the next item. */
import { Checkbox, InputNumber, Radio } from 'antd';
import type { KeyboardEvent } from 'react';
import type { Answers, Evaluation, Facts } from '#contract/assessments/evaluate.rules.ts';
import type { Scale, ScaleItem } from '#contract/assessments/scale-parts.ts';

const ITEM = '[data-scale-item]';

/** Puts the focus on the item after this one, so that a whole form can be answered without a mouse. */
function focusNext(item: Element): void {
  const all = [...(item.closest('.as-form')?.querySelectorAll(ITEM) ?? [])];
  all[all.indexOf(item) + 1]?.querySelector<HTMLElement>('input')?.focus();
}

interface ItemProps {
  item: ScaleItem;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

function Item({ item, value, onChange }: ItemProps) {
  const { name, hint, options, measured } = item;
  const press = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    if (measured || event.ctrlKey || event.metaKey || event.altKey || !/^\d$/.test(event.key)) return;
    const found = options.filter(({ score }) => score === Number(event.key));
    if (found.length !== 1) return;
    event.preventDefault();
    onChange(found[0]!.value);
    focusNext(event.currentTarget);
  };
  return (
    <fieldset className="as-item" data-scale-item data-open={value === undefined || undefined} onKeyDown={press}>
      <legend>
        {name}
        {hint && <small>{hint}</small>}
      </legend>
      {measured ? (
        <InputNumber<number>
          aria-label={name}
          value={value ?? null}
          min={measured.min}
          max={measured.max}
          precision={measured.decimals}
          suffix={measured.unit}
          onChange={(next) => onChange(next ?? undefined)}
        />
      ) : (
        <Radio.Group
          value={value ?? null}
          onChange={(event) => onChange(event.target.value as number)}
          options={options.map(({ value: one, label, score }) => ({
            value: one,
            label: (
              <>
                <b>{score}</b> {label}
              </>
            ),
          }))}
        />
      )}
    </fieldset>
  );
}

interface Props {
  scale: Scale;
  answers: Answers;
  facts: Facts;
  evaluation: Evaluation;
  onAnswers: (answers: Answers) => void;
  onFacts: (facts: Facts) => void;
}

const without = (values: Answers, code: string, value: number | undefined): Answers => {
  const { [code]: _before, ...rest } = values;
  return value === undefined ? rest : { ...rest, [code]: value };
};

export function ScaleForm({ scale, answers, facts, evaluation, onAnswers, onFacts }: Props) {
  return (
    <div className="as-form">
      {scale.domains.map(({ code, name }) => {
        const score = evaluation.domains.find((one) => one.code === code);
        return (
          <section key={code} aria-label={name}>
            <h2>
              {name}
              {score && (
                <span>
                  {score.score}
                  {score.most === null ? '' : ` / ${score.most}`}
                </span>
              )}
            </h2>
            {scale.items
              .filter(({ domain }) => domain === code)
              .map((item) => (
                <Item
                  key={item.code}
                  item={item}
                  value={answers[item.code]}
                  onChange={(value) => onAnswers(without(answers, item.code, value))}
                />
              ))}
          </section>
        );
      })}
      {scale.facts.length > 0 && (
        <section aria-label="诊断与风险事件">
          <h2>诊断与风险事件</h2>
          <div className="as-facts">
            {scale.facts.map(({ code, name, most }) =>
              most === 1 ? (
                <Checkbox
                  key={code}
                  checked={facts[code] === 1}
                  onChange={(event) => onFacts(without(facts, code, event.target.checked ? 1 : undefined))}
                >
                  {name}
                </Checkbox>
              ) : (
                <label key={code}>
                  {name}
                  <InputNumber<number>
                    aria-label={name}
                    min={0}
                    max={most}
                    precision={0}
                    value={facts[code] ?? 0}
                    onChange={(next) => onFacts(without(facts, code, next || undefined))}
                  />
                </label>
              ),
            )}
          </div>
        </section>
      )}
    </div>
  );
}
