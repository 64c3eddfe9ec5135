/** One person on a round: a field for each value, the number pad below, and the way on. */
import { App, Button } from 'antd';
import { useRef, useState, type KeyboardEvent } from 'react';
import { metrics } from '#contract/health/metrics.ts';
import { isUrgent, levelLabels, normalText } from '#contract/health/thresholds.rules.ts';
import type { Entered } from '#contract/health/measurements.rules.ts';
import { valuesOf } from '#web/health/entry-form.ts';
import { roundManners } from '#web/health/round-lines.ts';
import { Place } from '#web/ui/place.tsx';
import {
  isWhole,
  levelOf,
  pressed,
  roundMetrics,
  textProblem,
  typedText,
  valuesTyped,
  type Bounds,
  type RoundMetric,
} from './round-keys.ts';
import type { RoundPerson } from './round-steps.ts';
import { RoundPad } from './round-pad.tsx';
import { textsOf, keepTexts } from './round-texts.ts';

interface Props {
  person: RoundPerson;
  limits: Readonly<Record<string, Bounds>>;
  saving: boolean;
  onSave: (values: Entered[]) => void;
  onSkip: () => void;
}

export function RoundCard({ person, limits, saving, onSave, onSkip }: Props) {
  const { modal } = App.useApp();
  const card = useRef<HTMLElement>(null);
  const [texts, setTexts] = useState(() => textsOf(person.id));
  const [active, setActive] = useState<RoundMetric>('temperature');
  const [problem, setProblem] = useState<string | null>(null);
  const boundsOf = (metric: RoundMetric) => person.limits[metric] ?? limits[metric];
  const field = (metric: RoundMetric) => card.current?.querySelector<HTMLInputElement>(`input[data-metric="${metric}"]`);
  const next = (metric: RoundMetric) => {
    const following = roundMetrics[roundMetrics.indexOf(metric) + 1];
    if (following) field(following)?.focus();
    else card.current?.querySelector<HTMLElement>('[data-save]')?.focus();
  };
  const change = (metric: RoundMetric, text: string) => {
    const longer = text.length > (texts[metric] ?? '').length;
    const all = { ...texts, [metric]: text };
    setTexts(all);
    keepTexts(person.id, all);
    setProblem(null);
    if (longer && isWhole(metric, text)) next(metric);
  };
  const save = () => {
    const { values, problem: found } = valuesOf(valuesTyped(texts), roundManners);
    setProblem(found);
    if (found !== null) return;
    const beyond = values.flatMap(({ metric, value }) => {
      const bounds = boundsOf(metric as RoundMetric);
      const level = levelOf(metric as RoundMetric, String(value), bounds);
      const normal = bounds && normalText({ ...bounds, metric: metrics[metric].number });
      return level === 0 ? [] : [{ metric, text: `${metrics[metric].label} ${value} ${levelLabels[level]}`, normal }];
    });
    if (beyond.length === 0) return onSave(values);
    modal.confirm({
      title: `${person.userName}：请再核对一次`,
      content: beyond.map(({ metric, text, normal }) => (
        <p key={metric}>
          <b>{text}</b>
          {normal && `（正常 ${normal}）`}
        </p>
      )),
      okText: '数值无误，保存',
      cancelText: '重新填写',
      onOk: () => onSave(values),
      onCancel: () => setTimeout(() => field(beyond[0]!.metric as RoundMetric)?.focus()),
    });
  };
  const onKeyDown = (event: KeyboardEvent, metric: RoundMetric) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    next(metric);
  };
  return (
    <article className="c-round" ref={card} aria-label={person.userName}>
      <header>
        <h2>{person.userName}</h2>
        <Place place={person.place} />
        {person.measured && <b className="c-round-done">本班已测</b>}
      </header>
      <ul className="c-round-fields">
        {roundMetrics.map((metric) => {
          const { label, unit } = metrics[metric];
          const text = texts[metric] ?? '';
          const wrong = textProblem(metric, text);
          const level = levelOf(metric, text, boundsOf(metric));
          const last = person.values[metric];
          const tone = wrong || isUrgent(level) ? 'urgent' : level > 0 ? 'watch' : undefined;
          const [least, most] = metrics[metric].plausible;
          return (
            <li key={metric} data-active={metric === active || undefined} data-tone={tone}>
              <label>
                <span>
                  {label} <small>{unit}</small>
                </span>
                <input
                  inputMode="none"
                  autoComplete="off"
                  data-metric={metric}
                  value={text}
                  placeholder={last === undefined ? '' : String(last)}
                  aria-label={`${label}，${unit}`}
                  aria-invalid={wrong !== null}
                  onFocus={() => setActive(metric)}
                  onChange={(event) => change(metric, typedText(metric, event.target.value))}
                  onKeyDown={(event) => onKeyDown(event, metric)}
                />
              </label>
              <small role="status">{wrong ? `应在 ${least}–${most}` : level > 0 ? levelLabels[level] : ''}</small>
            </li>
          );
        })}
      </ul>
      {problem && (
        <p className="c-missing" role="alert">
          {problem}
        </p>
      )}
      <footer className="c-round-foot">
        <RoundPad
          onKey={(key) => {
            // First: a value that is whole goes on to the next field.
            field(active)?.focus();
            change(active, pressed(active, texts[active] ?? '', key));
          }}
          onNext={() => next(active)}
        />
        <div>
          <Button onClick={onSkip}>跳过</Button>
          <Button type="primary" data-save loading={saving} onClick={save}>
            保存，下一位
          </Button>
        </div>
      </footer>
    </article>
  );
}
