/** @jsxImportSource preact */
/** The questions page by page: only what a page asks must be right before the next one. */
import { Component } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { keyOf, labelText, otherKeyOf } from '#contract/questionnaires/item-types.rules.ts';
import { usedUp, withFull } from '#contract/questionnaires/quotas.rules.ts';
import type { QuestionnaireTheme } from '#contract/questionnaires/themes.ts';
import type { Asked } from './asked.ts';
import { isUploading, readFull, type Details, type Full } from './calls.ts';
import { Display } from './display.tsx';
import { Field, fieldId, type FieldProps } from './field.tsx';
import type { LogicRow } from '#contract/questionnaires/questionnaire-logics.ts';
import { problemsIn, useAnswers } from './use-answers.ts';
import { useOnline } from './use-online.ts';
import { useSubmission } from './use-submission.ts';

interface Props {
  details: Details;
  logics: readonly LogicRow[];
  /** Choices that take no more answers as the page was opened. */
  initialFull: Full;
  look: Partial<QuestionnaireTheme>;
  onDone: () => void;
}

type Problems = ReadonlyMap<number, string>;
const NONE: Problems = new Map();

/** Puts the focus on the first control of a question, or into its words of one's own. */
function focusOn(formItemId: number): void {
  const field = document.getElementById(fieldId(formItemId));
  const other = document.getElementById(`${fieldId(formItemId)}-other`) as HTMLInputElement | null;
  const inside = other?.value === '' ? other : field?.querySelector<HTMLElement>('input:not(:disabled), select, button, canvas');
  (field?.matches('fieldset') ? (inside ?? field) : field)?.focus();
  field?.scrollIntoView({ block: 'center' });
}

/** Drawn again for its own answer, not for those of other questions: on a poor phone many of them are too much for each letter. */
class Question extends Component<FieldProps> {
  override shouldComponentUpdate({ item, number, problem, values }: FieldProps) {
    const { props: before } = this;
    const own = [keyOf(item.formItemId), otherKeyOf(item.formItemId)];
    return (
      item !== before.item ||
      number !== before.number ||
      problem !== before.problem ||
      own.some((name) => values[name] !== before.values[name])
    );
  }
  override render() {
    return <Field {...this.props} />;
  }
}

export function FillForm({ details, logics, initialFull, look, onDone }: Props) {
  const { key } = details.project;
  const filling = useAnswers(key, details.projectItems, logics);
  const submitting = useSubmission(key);
  const online = useOnline();
  const [at, setAt] = useState(0);
  const [problems, setProblems] = useState<Problems>(NONE);
  const [round, setRound] = useState(0);
  const [full, setFull] = useState(initialFull);
  const [leave, setLeave] = useState(false);
  const [tooEarly, setTooEarly] = useState(false);
  const top = useRef<HTMLHeadingElement>(null);
  const turned = useRef(false);
  const { pages, values } = filling;
  const here = Math.min(at, pages.length - 1);
  const page = withFull(pages[here] ?? [], full, values);
  const last = here === pages.length - 1;
  const [blocked] = usedUp(pages.flat(), full, values);
  const asked = pages.flat().filter(({ displayType }) => !displayType);
  useEffect(() => {
    if (turned.current) top.current?.focus();
    turned.current = true;
  }, [here]);

  /** Shows what is wrong, on the page where the first of it is. */
  const show = (found: Problems) => {
    setProblems(found);
    const where = pages.findIndex((one) => one.some(({ formItemId }) => found.has(formItemId)));
    if (where < 0) return;
    const first = pages[where]?.find(({ formItemId }) => found.has(formItemId)) as Asked;
    if (where !== here) setAt(where);
    // Once the page stands.
    setTimeout(() => focusOn(first.formItemId));
  };
  const answer = (formItemId: number, name: string, value: unknown) => {
    filling.answer(name, value);
    setProblems((before) => (before.has(formItemId) ? new Map([...before].filter(([id]) => id !== formItemId)) : before));
  };
  const go = async () => {
    setTooEarly(false);
    const found = problemsIn(last ? pages.flat() : page, values);
    if (found.size > 0) return show(found);
    setProblems(NONE);
    if (!last) return setAt(here + 1);
    if (isUploading()) return setTooEarly(true);
    const { originalData, processData } = filling.checked();
    const { done, problems: refused } = await submitting.send({ originalData, processData });
    if (done) {
      filling.forget();
      onDone();
    } else if (refused.length > 0) {
      // A place may have gone while this was filled in.
      void readFull(key).then(setFull);
      // A number that was proved too long ago is asked for again.
      for (const { formItemId, type } of asked)
        if (type === 'PHONE_VERIFICATION' && refused.some((one) => one.formItemId === formItemId))
          filling.answer(keyOf(formItemId), undefined);
      show(new Map(refused.map(({ formItemId, message }) => [formItemId, message])));
    }
  };
  const numberOf = ({ formItemId }: Asked) => (look.showNumber ? asked.findIndex((one) => one.formItemId === formItemId) + 1 : null);
  const startOver = () => {
    filling.startOver();
    setProblems(NONE);
    setAt(0);
    setRound(round + 1);
    setLeave(false);
  };
  return (
    <form
      noValidate
      aria-label={details.project.name}
      onSubmit={(event) => {
        event.preventDefault();
        void go();
      }}
    >
      {filling.resumed !== null && (
        <div class="f-note" role="status">
          <p>已恢复上次填写但未提交的内容。</p>
          {leave ? (
            <p class="f-buttons">
              清空后不能恢复。
              <button type="button" class="f-small" onClick={startOver}>
                确定清空
              </button>
              <button type="button" class="f-small" onClick={() => setLeave(false)}>
                取消
              </button>
            </p>
          ) : (
            <button type="button" class="f-small" onClick={() => setLeave(true)}>
              重新填写
            </button>
          )}
        </div>
      )}
      {blocked && (
        <p class="f-note" role="status">
          “{labelText(blocked.label)}”的选项都已满，暂时无法提交。
        </p>
      )}
      {!online && (
        <p class="f-note" role="status">
          网络已断开。可以继续填写，内容保存在本机；恢复网络后再提交。
        </p>
      )}
      {pages.length > 1 && (
        <div class="f-progress">
          <h2 ref={top} tabIndex={-1}>
            第 {here + 1} 页，共 {pages.length} 页
          </h2>
          <progress aria-label="填写进度" max={pages.length} value={here + 1} />
        </div>
      )}
      <div class="f-page" key={round}>
        {page.map((item) =>
          item.displayType ? (
            <Display key={item.formItemId} item={item} />
          ) : (
            <Question
              key={item.formItemId}
              item={item}
              number={numberOf(item)}
              values={values}
              problem={problems.get(item.formItemId)}
              projectKey={key}
              onAnswer={(name, value) => answer(item.formItemId, name, value)}
            />
          ),
        )}
      </div>
      <p role="alert" class="f-problem">
        {(tooEarly && '文件正在上传，请稍候再提交') || submitting.failed || (problems.size > 0 ? `有 ${problems.size} 处需要修改` : '')}
      </p>
      <div class="f-foot">
        {here > 0 && (
          <button type="button" class="f-back" onClick={() => setAt(here - 1)}>
            上一页
          </button>
        )}
        <button type="submit" class="f-go" disabled={submitting.busy}>
          {!last ? '下一页' : submitting.busy ? '正在提交…' : look.submitBtnText || '提交'}
        </button>
      </div>
    </form>
  );
}
