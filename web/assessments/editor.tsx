/** One assessment in one page: its head, its items, what they come to; a draft is kept on the server while it is filled in. */
import { Button, Input, Select } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { assessmentReasons } from '#contract/assessments/assessment-commands.rules.ts';
import { assessmentLabels as L } from '#contract/assessments/assessments.labels.ts';
import { assessments } from '#contract/assessments/assessments.ts';
import { evaluate } from '#contract/assessments/evaluate.rules.ts';
import type { Scale } from '#contract/assessments/scale-parts.ts';
import { useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { Day } from '#web/ui/day.tsx';
import { numbered } from '#web/ui/display.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { assessmentChanges, signAddress, type Written } from './assessment-calls.ts';
import { RunningScore } from './running-score.tsx';
import { ScaleForm } from './scale-form.tsx';

/** A draft is kept as often as this. */
const KEEP_MS = 3000;

interface Props {
  person: { id: number; name: string };
  scale: Scale;
  draft: { id: number; version: number } | null;
  written: Written;
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <label>
    <span>{label}</span>
    {children}
  </label>
);

function Head({ head, onChange }: { head: Written['head']; onChange: (head: Written['head']) => void }) {
  const word = (name: 'reasonNote' | 'site' | 'informantName' | 'informantRelation' | 'note', max: number, placeholder = '') => (
    <Labelled label={L[name]}>
      <Input
        value={head[name]}
        maxLength={max}
        placeholder={placeholder}
        onChange={(event) => onChange({ ...head, [name]: event.target.value })}
      />
    </Labelled>
  );
  return (
    <div className="as-head">
      <Labelled label={L.reason}>
        <Select
          aria-label={L.reason}
          value={head.reason}
          options={numbered(assessmentReasons)}
          onChange={(reason) => onChange({ ...head, reason })}
        />
      </Labelled>
      <Labelled label={L.assessedDate}>
        <Day value={head.assessedDate} onChange={(day) => day && onChange({ ...head, assessedDate: day })} />
      </Labelled>
      {word('reasonNote', 200, '即时评估、复评请说明')}
      {word('site', 60)}
      {word('informantName', 20)}
      {word('informantRelation', 20, '如 女儿')}
      {word('note', 500)}
    </div>
  );
}

export function Editor({ person, scale, draft, written }: Props) {
  const [now, setNow] = useState(written);
  const [kept, setKept] = useState(written);
  const [which, setWhich] = useState(draft);
  const tried = useRef(written);
  const create = useSend(assessments.create, { changes: assessmentChanges, once: true, quiet: true });
  const update = useSend(assessments.update, { changes: assessmentChanges, quiet: true });
  const saving = create.isPending || update.isPending;
  const dirty = now !== kept;
  useUnsaved(true, () => dirty);

  /** Gives the id of what was saved; undefined when it could not be. */
  const save = async (): Promise<number | undefined> => {
    const given = { ...now.head, answers: { ...now.answers }, facts: { ...now.facts } };
    if (which && !dirty) return which.id;
    tried.current = now;
    try {
      if (which) await update.mutateAsync({ ...given, ...which });
      const saved = which
        ? { id: which.id, version: which.version + 1 }
        : {
            id: (await create.mutateAsync({ oldmanId: person.id, scale: scale.code, scaleVersion: scale.version, ...given })) as number,
            version: 1,
          };
      setWhich(saved);
      setKept(now);
      return saved.id;
    } catch {
      return undefined;
    }
  };
  // What was refused is not sent again before it changes.
  const keep = useEffectEvent(() => {
    if (dirty && !saving && tried.current !== now) void save();
  });
  useEffect(() => {
    const timer = setInterval(keep, KEEP_MS);
    return () => clearInterval(timer);
  }, []);

  const finish = async () => {
    const id = await save();
    if (id !== undefined) go(signAddress(id));
  };
  const evaluation = evaluate(scale, now.answers, now.facts);
  const failed = create.error ?? update.error;
  return (
    <div className="as-page">
      <header className="as-bar">
        <h1>
          {person.name}：{scale.name}
        </h1>
        <span className="as-kept" role="status">
          {failed && dirty ? `未保存：${failed.message}` : dirty ? '有未保存的修改' : which ? '草稿已保存' : ''}
        </span>
        <Button loading={saving} disabled={!dirty} onClick={() => void save()}>
          保存草稿
        </Button>
        <Button type="primary" disabled={evaluation.missing.length > 0 || saving} onClick={() => void finish()}>
          完成，去签名
        </Button>
      </header>
      <p className="as-source">
        {scale.source}
        {scale.confidence === 'C' && '。使用前请由本机构核实'}
      </p>
      <Head head={now.head} onChange={(head) => setNow({ ...now, head })} />
      <ScaleForm
        scale={scale}
        answers={now.answers}
        facts={now.facts}
        evaluation={evaluation}
        onAnswers={(answers) => setNow({ ...now, answers })}
        onFacts={(facts) => setNow({ ...now, facts })}
      />
      <RunningScore scale={scale} evaluation={evaluation} />
    </div>
  );
}
