/** 登记探访 and 未见到人 on the phone: what the plan asks, one large button. What is typed survives the camera. */
import { Alert, Button, Input, Segmented } from 'antd';
import { useState } from 'react';
import { visitWays, type VisitItem } from '#contract/visits/visit-plans.rules.ts';
import { MOST_VISIT_PHOTOS, notReachedReasons, visitResults } from '#contract/visits/visit-tasks.rules.ts';
import { numbered } from '#web/ui/display.ts';
import { SignatureField } from '#web/ui/signature-pad.tsx';
import { VisitLabel } from '#web/work-orders/visit-label.tsx';
import { recordOutcome } from './caring-state.ts';
import { caringValuesOf, missingInCaring, NO_VALUES, outcomeId, type CaringValues, type CaringVisit } from './caring-steps.ts';
import { wakeWhenOnline } from './install.ts';
import { useWriting } from './kept.tsx';
import { PhotosField } from './photos-field.tsx';
import type { Step } from './steps.ts';
import { useStepDraft } from './visit-draft.ts';

interface ItemProps {
  item: VisitItem;
  id: string;
  said: { value: string; files: string[] };
  change: (part: Partial<{ value: string; files: string[] }>) => void;
}

function Answer({ item: { title: name, kind, choices }, id, said: { value, files }, change }: ItemProps) {
  if (kind === 'photo') return <PhotosField id={id} value={files} most={MOST_VISIT_PHOTOS} onChange={(urls) => change({ files: urls })} />;
  if (kind === 'choice' || kind === 'yesno')
    return (
      <Segmented
        vertical
        block
        size="large"
        aria-label={name}
        value={value}
        options={kind === 'yesno' ? ['是', '否'] : choices}
        onChange={(next) => change({ value: next })}
      />
    );
  if (kind === 'number')
    return (
      <Input
        id={id}
        size="large"
        inputMode="decimal"
        maxLength={14}
        value={value}
        onChange={({ target }) => change({ value: target.value })}
      />
    );
  return (
    <Input.TextArea
      id={id}
      size="large"
      rows={2}
      maxLength={500}
      value={value}
      onChange={({ target }) => change({ value: target.value })}
    />
  );
}

interface FieldsProps {
  visit: CaringVisit;
  values: CaringValues;
  change: (part: Partial<CaringValues>) => void;
}

function Found({ visit, values, change }: FieldsProps) {
  return (
    <>
      {visit.items.map((item, at) => {
        const said = values.said[item.title] ?? { value: '', files: [] };
        return (
          <div key={item.title} className="c-field">
            <VisitLabel htmlFor={`c-asked-${at}`} required={item.required}>
              {item.title}
            </VisitLabel>
            <Answer
              item={item}
              id={`c-asked-${at}`}
              said={said}
              change={(part) => change({ said: { ...values.said, [item.title]: { ...said, ...part } } })}
            />
          </div>
        );
      })}
      <div className="c-field">
        <VisitLabel htmlFor="c-outcome" required>
          探访结果
        </VisitLabel>
        <Segmented<number | null>
          block
          size="large"
          aria-label="探访结果"
          value={values.result}
          options={numbered(visitResults)}
          onChange={(result) => change({ result })}
        />
      </div>
      <div className="c-field">
        <VisitLabel htmlFor="c-visit-photo" required={false}>
          现场照片
        </VisitLabel>
        <PhotosField id="c-visit-photo" value={values.photos} most={MOST_VISIT_PHOTOS} onChange={(photos) => change({ photos })} />
      </div>
      <div className="c-field">
        <VisitLabel htmlFor="c-signature" required={false}>
          服务对象签名
        </VisitLabel>
        <div className="c-sign">
          <SignatureField id="c-signature" label="服务对象签名" value={values.signature} onChange={(signature) => change({ signature })} />
        </div>
      </div>
    </>
  );
}

const Reason = ({ values, change }: Omit<FieldsProps, 'visit'>) => (
  <div className="c-field">
    <VisitLabel htmlFor="c-missed" required>
      未见到人的原因
    </VisitLabel>
    <Segmented<number | null>
      vertical
      block
      size="large"
      aria-label="未见到人的原因"
      value={values.reason}
      options={numbered(notReachedReasons)}
      onChange={(reason) => change({ reason })}
    />
  </div>
);

interface Props {
  visit: CaringVisit;
  kind: 'caringRecord' | 'caringMissed';
  /** What the server would not have. */
  refused: Step | null;
  onDone: () => void;
}

export function CaringForm({ visit, kind, refused, onDone }: Props) {
  const write = useWriting();
  const [pressed, setPressed] = useState(false);
  const [busy, setBusy] = useState(false);
  const { values, change, keeper } = useStepDraft(outcomeId(visit.id), refused, NO_VALUES, caringValuesOf);
  if (!values) return null;
  const missing = missingInCaring(kind, visit, values);
  const way = values.way ?? visit.planWay;
  const save = async () => {
    setPressed(true);
    if (missing !== null || busy) return;
    setBusy(true);
    // Recording puts the draft away: nothing may bring it back.
    keeper.drop();
    const written = await write(() => recordOutcome(visit, kind, values, refused?.at ?? null));
    setBusy(false);
    if (!written) return keeper.put(values);
    wakeWhenOnline();
    onDone();
  };
  return (
    <form
      className="c-form"
      aria-label={kind === 'caringRecord' ? '登记探访' : '未见到人'}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {refused?.problem && <Alert type="error" showIcon role="alert" title={refused.problem.text} />}
      <div className="c-field">
        <span className="c-name">探访方式</span>
        <Segmented
          block
          size="large"
          aria-label="探访方式"
          value={way}
          options={numbered(visitWays)}
          onChange={(next) => change({ way: next })}
        />
      </div>
      {kind === 'caringRecord' ? <Found visit={visit} values={values} change={change} /> : <Reason values={values} change={change} />}
      <div className="c-field">
        <VisitLabel htmlFor="c-visit-note" required={false}>
          情况说明
        </VisitLabel>
        <Input.TextArea
          id="c-visit-note"
          size="large"
          rows={2}
          maxLength={500}
          placeholder={kind === 'caringMissed' ? '如 已电话联系女儿，外出购物' : ''}
          value={values.note}
          onChange={({ target }) => change({ note: target.value })}
        />
      </div>
      <div className="c-field">
        <label htmlFor="c-visit-time">探访时间（不填为现在，限72小时内）</label>
        <input
          id="c-visit-time"
          type="datetime-local"
          className="ant-input"
          value={values.time}
          onChange={({ target }) => change({ time: target.value })}
        />
      </div>
      <footer className="c-foot">
        {pressed && missing !== null && (
          <p role="alert" className="c-missing">
            {missing}
          </p>
        )}
        <Button htmlType="submit" type="primary" block className="c-do" loading={busy}>
          {refused ? '重新上传' : kind === 'caringRecord' ? '完成探访' : '登记未见到人'}
        </Button>
      </footer>
    </form>
  );
}
