/** A sheet with the answers to it: as it is filled in, or as it was. */
import { Input, InputNumber, Switch, Tag } from 'antd';
import { scoreOf, type ItemAnswer, type SheetGroup, type SheetItem } from '#contract/calls/call-sheets.rules.ts';
import { State } from '#web/ui/state.tsx';
import { changed } from './score-draft.ts';
import './quality.css';

interface Props {
  groups: readonly SheetGroup[];
  passPoints: number;
  answers: readonly ItemAnswer[];
  /** Without it the sheet is only read. */
  onChange?: ((answers: ItemAnswer[]) => void) | undefined;
}

/** What a score comes to. */
export const ScoreTag = ({ points, knockedOut, passed }: { points: number | null; knockedOut: boolean; passed: boolean | null }) =>
  points === null ? null : (
    <span className="cq-score">
      {points} 分 <State of="inspectionResult" value={knockedOut ? 2 : passed ? 1 : 0} />
    </span>
  );

interface LineProps {
  item: SheetItem;
  answer: ItemAnswer;
  onChange: ((more: Partial<ItemAnswer>) => void) | undefined;
}
function Given({ item: { name, points, fatal }, answer, onChange }: LineProps) {
  if (!onChange)
    return fatal ? (
      <b className={answer.hit ? 'cq-lost' : ''}>{answer.hit ? '一票否决' : '未发生'}</b>
    ) : (
      <b className={answer.points < points ? 'cq-lost' : ''}>
        {answer.points} / {points}
      </b>
    );
  return fatal ? (
    <Switch
      aria-label={`${name}：一票否决`}
      checked={answer.hit}
      checkedChildren="发生，否决"
      unCheckedChildren="未发生"
      onChange={(hit) => onChange({ hit })}
    />
  ) : (
    <InputNumber<number>
      aria-label={`${name}的得分`}
      min={0}
      max={points}
      precision={0}
      value={answer.points}
      suffix={`/ ${points}`}
      onChange={(next) => onChange({ points: next ?? 0 })}
    />
  );
}

function Line({ item, answer, onChange }: LineProps) {
  const lost = item.fatal ? answer.hit : answer.points < item.points;
  return (
    <li className="cq-line">
      <div>
        <span>
          {item.name}
          {item.fatal && <Tag>一票否决</Tag>}
        </span>
        <Given item={item} answer={answer} onChange={onChange} />
      </div>
      {item.note && <small>{item.note}</small>}
      {onChange
        ? (lost || answer.note !== '') && (
            <Input
              aria-label={`${item.name}的说明`}
              maxLength={200}
              placeholder={item.fatal ? '请写明否决的原因' : '为什么扣分'}
              value={answer.note}
              onChange={({ target }) => onChange({ note: target.value })}
            />
          )
        : answer.note && <p>{answer.note}</p>}
    </li>
  );
}

export function ScoreSheet({ groups, passPoints, answers, onChange }: Props) {
  const of = (item: SheetItem) => answers.find(({ key }) => key === item.key) ?? { key: item.key, points: 0, hit: false, note: '' };
  return (
    <section className="cq-sheet" aria-label="评分">
      {groups.map(({ name, items }) => (
        <div key={name}>
          <h4>{name}</h4>
          <ul>
            {items.map((item) => (
              <Line
                key={item.key}
                item={item}
                answer={of(item)}
                onChange={onChange && ((more) => onChange(changed(answers, item.key, more)))}
              />
            ))}
          </ul>
        </div>
      ))}
      {onChange && (
        <p role="status" className="cq-sum">
          <ScoreTag {...scoreOf(groups, passPoints, answers)} /> 合格分 {passPoints}
        </p>
      )}
    </section>
  );
}
