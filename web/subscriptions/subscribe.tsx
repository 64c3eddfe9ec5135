/**
 * /subscribe 订购产品包 outside of login: for who has just registered, and for the
 * administrator of an institution that is closed to its users.
 */
import { lazy, Suspense, useRef, useState, type FormEvent } from 'react';
import { MOBILE } from '#contract/phones.rules.ts';
import { openCall } from '#web/login/open-calls.ts';
import { PhoneCode } from '#web/login/phone-code.tsx';
import { PlainField, PlainPage, textIn, useOneAtATime } from '#web/login/plain-fields.tsx';
import { PlainButton, PlainCard, PlainForm, PlainMore, PlainNote } from '#web/login/plain-parts.tsx';
import { AccountChoice, chosenIn, optionsOf, type AccountOption } from '#web/login/account-choice.tsx';
import { Problem, Submit } from '#web/login/field.tsx';
import { dropToken, heldToken, holdToken, type HeldToken } from '#web/login/held-token.ts';

const OutsidePurchase = lazy(() => import('./outside-purchase.tsx'));

/** As `OrderToken` of the contract, whose schemas are bigger than this page. */
interface Answer {
  token: string | null;
  expiresIn: number;
  proof: string | null;
  tenantId: number | null;
  tenantName: string | null;
  tenants: { tenantId: number; tenantName: string; endTime: string | null }[];
}
interface Proved {
  phone: string;
  answer: Answer;
}

const holdOf = ({ phone, answer }: Proved): HeldToken | null =>
  answer.token === null || answer.tenantId === null
    ? null
    : {
        token: answer.token,
        tenantId: answer.tenantId,
        tenantName: answer.tenantName ?? '',
        phone,
        expiresAt: Date.now() + answer.expiresIn * 1000,
        packageCode: null,
      };

function PhoneStep({ onProved }: { onProved: (proved: Proved) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { busy, problem, say, run } = useOneAtATime();
  const [options, setOptions] = useState<AccountOption[] | null>(null);
  const phone = () => {
    const typed = form.current ? textIn(form.current, 'phone') : '';
    if (MOBILE.test(typed)) return typed;
    say(typed === '' ? '请输入手机号' : '手机号格式不正确');
    return null;
  };
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const [number, code] = [phone(), textIn(event.currentTarget, 'code')];
    if (number === null) return;
    if (code === '') return say('请输入短信验证码');
    const userId = chosenIn(event.currentTarget);
    const prove = () => openCall<Answer>('POST', 'orderToken', { phone: number, code, userId });
    const answer = await run(prove, ({ data }) => setOptions((offered) => optionsOf(data) ?? offered));
    if (answer) onProved({ phone: number, answer });
  }
  return (
    <PlainForm ref={form} onSubmit={(event) => void submit(event)} aria-label="验证手机号">
      <PlainField
        name="phone"
        label="机构管理员的手机号"
        type="tel"
        autoComplete="tel-national"
        inputMode="numeric"
        maxLength={11}
        autoFocus
        onInput={() => setOptions(null)}
      />
      <PhoneCode purpose="order" login={phone} say={say} />
      <AccountChoice options={options} />
      <Problem>{problem}</Problem>
      <Submit busy={busy} label="下一步" doing="正在验证…" />
    </PlainForm>
  );
}

function TenantStep({ proved, onProved, onLate }: { proved: Proved; onProved: (proved: Proved) => void; onLate: () => void }) {
  const { busy, problem, run } = useOneAtATime();
  const choose = async (tenantId: number) => {
    const answer = await run(
      () => openCall<Answer>('POST', 'orderToken', { proof: proved.answer.proof, tenantId }),
      ({ status }) => status === 403 && onLate(),
    );
    if (answer) onProved({ phone: proved.phone, answer });
  };
  return (
    <PlainCard aria-label="选择机构">
      <h2>为哪家机构订购？</h2>
      <ul>
        {proved.answer.tenants.map(({ tenantId, tenantName, endTime }) => (
          <li key={tenantId}>
            <span>
              <b>{tenantName}</b>
              <small>{endTime ? `有效期至 ${endTime.slice(0, 10)}` : '长期有效'}</small>
            </span>
            <PlainButton disabled={busy} aria-label={`选择${tenantName}`} onClick={() => void choose(tenantId)}>
              选择
            </PlainButton>
          </li>
        ))}
      </ul>
      <Problem>{problem}</Problem>
    </PlainCard>
  );
}

export default function Subscribe() {
  const [held, setHeld] = useState(() => heldToken(Date.now()));
  const [proved, setProved] = useState<Proved | null>(null);
  const [late, setLate] = useState(false);
  const take = (next: Proved) => {
    const token = holdOf(next);
    if (!token) return setProved(next);
    holdToken(token);
    setHeld(token);
  };
  const restart = () => {
    dropToken();
    setHeld(null);
    setProved(null);
    setLate(true);
  };
  if (held)
    return (
      <Suspense fallback={null}>
        <OutsidePurchase held={held} onLate={restart} />
      </Suspense>
    );
  return (
    <PlainPage title="订购产品包" hint="新机构开通、到期续费，均可在此办理">
      {late && <PlainNote>操作已过期，请重新验证手机号，已提交的订单仍然保留。</PlainNote>}
      {proved ? <TenantStep proved={proved} onProved={take} onLate={restart} /> : <PhoneStep onProved={take} />}
      {!proved && <PlainMore>已提交过订单？验证手机号后可查看进度。</PlainMore>}
    </PlainPage>
  );
}
