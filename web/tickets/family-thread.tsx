/** A family's ticket: what was said, where it stands, and what can be added, rated or opened again. */
import { useState, type FormEvent } from 'react';
import { ticketStateLabels, ticketStates } from '#contract/tickets/tickets.rules.ts';
import { formatTime } from '#web/ui/display.ts';
import { ask, type FamilyTicket, type Held, type Picture } from './family-calls.ts';
import { Pictures, Problem, STILL_SENDING, useAsking, Words } from './family-parts.tsx';

const SCORES = ['很不满意', '不满意', '一般', '满意', '非常满意'];
const MOST_WORDS = 2000;
const MOST_RATING = 200;

/** To the family, what waits for it is its turn. */
const stateText = (state: number) => (state === ticketStates.waiting ? '等待您补充' : ticketStateLabels[state]);

function Rating({ busy, onRate }: { busy: boolean; onRate: (score: number, text: string) => void }) {
  const [score, setScore] = useState(0);
  const [text, setText] = useState('');
  return (
    <section className="t-card" aria-label="评价">
      <fieldset className="t-types">
        <legend>处理得怎么样？</legend>
        {SCORES.map((label, index) => (
          <label key={label}>
            <input type="radio" name="score" checked={score === index + 1} onChange={() => setScore(index + 1)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <Words label="还想说点什么（选填）" value={text} most={MOST_RATING} onChange={setText} />
      <button type="button" className="y-open-act" disabled={busy || score === 0} onClick={() => onRate(score, text)}>
        提交评价
      </button>
    </section>
  );
}

export function FamilyThread({ held, onChange, onLeave }: { held: Held; onChange: (held: Held) => void; onLeave: () => void }) {
  const { pass, ticket } = held;
  const [text, setText] = useState('');
  const [pictures, setPictures] = useState<Picture[]>([]);
  const [sending, setSending] = useState(false);
  const { busy, problem, say, run } = useAsking();
  const send = (path: string, body: object, then = () => {}) =>
    void run(
      () => ask<FamilyTicket>(path, { pass, ...body }),
      (now) => {
        then();
        onChange({ pass, ticket: now });
      },
    );
  const over = ticket.state === ticketStates.solved || ticket.state === ticketStates.closed;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === '') return say('请填写内容');
    if (sending) return say(STILL_SENDING);
    const clear = () => {
      setText('');
      setPictures([]);
    };
    if (over) send('/reopen', { text }, clear);
    else send('/answer', { text, pictures: pictures.map(({ name }) => name) }, clear);
  }
  return (
    <>
      <section className="t-card" aria-label="诉求">
        <h2>{ticket.title}</h2>
        <p>
          <b>{stateText(ticket.state)}</b>　{ticket.ticketNo}
        </p>
        {ticket.state === ticketStates.new && <p>机构已收到，会尽快答复。</p>}
        <p>
          查询码 <code>{ticket.code}</code>，请记下，用它和手机号随时查看答复。
        </p>
      </section>
      <ol className="t-messages" aria-label="沟通记录">
        {ticket.messages.map((one) => (
          <li key={one.id} data-own={one.own || undefined}>
            <small>
              {one.own ? '您' : '机构'}　{formatTime(one.createTime, 'yyyy-MM-dd HH:mm')}
            </small>
            <p>{one.text}</p>
            {one.pictures.map(({ name, link }) => (
              <a key={link} href={link} target="_blank" rel="noreferrer">
                <img src={link} alt={name} />
              </a>
            ))}
          </li>
        ))}
      </ol>
      {ticket.score !== null && <p className="t-card">您已评价：{SCORES[ticket.score - 1]}</p>}
      {ticket.rateable && <Rating busy={busy} onRate={(score, words) => send('/rate', { score, text: words })} />}
      {ticket.open && (
        <form className="t-form" onSubmit={submit} noValidate aria-label="补充">
          <Words label={over ? '没有解决？写下原因，重新打开' : '补充或回答'} value={text} most={MOST_WORDS} onChange={setText} />
          {!over && <Pictures pass={pass} value={pictures} onChange={setPictures} sending={sending} onSending={setSending} say={say} />}
          <Problem>{problem}</Problem>
          <button type="submit" className="y-open-act" disabled={busy}>
            {busy ? '正在提交…' : over ? '重新打开' : '发送'}
          </button>
        </form>
      )}
      <p className="t-more">
        <button type="button" onClick={() => send('/read', {})}>
          刷新
        </button>
        <button type="button" onClick={onLeave}>
          查看其他诉求
        </button>
      </p>
    </>
  );
}
