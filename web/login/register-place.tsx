/** The last step of registering: accept an invitation, open an institution, or ask one to be taken in. */
import { useEffect, useId, useState, type FormEvent } from 'react';
import type { CallError } from '#web/api/refusals.ts';
import { yuan } from '#web/ui/display.ts';
import { Problem, Submit } from './field.tsx';
import { openCall, type Offer, type Opened, type Standing, type Waiting } from './open-calls.ts';
import { PlainField, textIn, useOneAtATime } from './plain-fields.tsx';
import type { End } from './register.tsx';

interface StepProps {
  token: string;
  onEnd: (end: End) => void;
  onLate: () => void;
}

/** A token that has run out is no fault of the last field. */
const ifLate = (onLate: () => void) => (error: CallError) => {
  if (error.status === 403) onLate();
};

function Invitations({ list, token, onEnd, onLate, onRefused }: StepProps & { list: Waiting[]; onRefused: (id: Waiting) => void }) {
  const { busy, problem, run } = useOneAtATime();
  async function accept({ tenantId, id }: Waiting) {
    const done = await run(
      () => openCall<{ tenantName: string; username: string }>('PUT', `accept/${token}`, { tenantId, id }),
      ifLate(onLate),
    );
    if (done) onEnd({ kind: 'joined', ...done });
  }
  async function refuse(one: Waiting) {
    if (await run(() => openCall<boolean>('PUT', `refused/${token}`, { tenantId: one.tenantId, id: one.id }), ifLate(onLate)))
      onRefused(one);
  }
  return (
    <section className="x-card" aria-label="收到的邀请">
      <h2>您收到的邀请</h2>
      <ul>
        {list.map((one) => (
          <li key={`${one.tenantId}-${one.id}`}>
            <span>
              <b>{one.tenantName}</b>
              <small>{[one.inviter && `${one.inviter}邀请`, one.roles.join('、'), one.note].filter(Boolean).join(' · ')}</small>
            </span>
            <button type="button" className="x-small" disabled={busy} onClick={() => void accept(one)}>
              接受
            </button>
            <button type="button" className="x-small x-quiet" disabled={busy} onClick={() => void refuse(one)}>
              拒绝
            </button>
          </li>
        ))}
      </ul>
      <Problem>{problem}</Problem>
    </section>
  );
}

function Create({ token, onEnd, onLate }: StepProps) {
  const group = useId();
  const [offers, setOffers] = useState<Offer[] | null>(null);
  const { busy, problem, say, run } = useOneAtATime();
  useEffect(() => {
    openCall<Offer[]>('GET', 'basePackage').then(setOffers, (error: CallError) => say(error.message));
  }, [say]);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const name = textIn(form, 'tenant');
    if (name.length < 2) return say('请输入机构名称');
    const packageId = Number(textIn(form, 'package')) || null;
    const address = textIn(form, 'address');
    const opened = await run(() => openCall<Opened>('POST', `createTenant/${token}`, { name, packageId, address }), ifLate(onLate));
    const chosen = offers?.find(({ id }) => id === packageId) ?? offers?.[0];
    if (opened) onEnd({ kind: 'opened', opened, packageCode: chosen?.packageCode ?? null });
  }
  return (
    <form className="x-form" onSubmit={(event) => void submit(event)} noValidate aria-label="创建机构">
      <PlainField name="tenant" label="机构名称" maxLength={50} autoComplete="organization" />
      <PlainField name="address" label="机构地址（选填）" maxLength={100} autoComplete="street-address" />
      <fieldset className="x-offers" aria-labelledby={group}>
        <legend id={group}>产品包</legend>
        {offers?.map(({ id, packageName, description, price, days, accountLimit, menuNames, items }, index) => (
          <label key={id}>
            <input type="radio" name="package" value={id} defaultChecked={index === 0} />
            <span>
              <b>{packageName}</b>
              <em>{items.length === 0 ? '免费试用' : `${yuan(price)} / ${days}天起`}</em>
              <small>
                {description}
                {accountLimit ? `，最多${accountLimit}个账号` : ''}
              </small>
              {menuNames.length > 0 && <small>包含：{menuNames.join('、')}</small>}
            </span>
          </label>
        ))}
        {offers === null && <p className="x-hint">正在读取产品包…</p>}
      </fieldset>
      <p className="x-hint">创建后先免费试用，可随时订购。</p>
      <Problem>{problem}</Problem>
      <Submit busy={busy} label="创建机构" doing="正在创建…" />
    </form>
  );
}

function Join({ token, onLate, onApplied }: Omit<StepProps, 'onEnd'> & { onApplied: (name: string) => void }) {
  const [found, setFound] = useState<{ code: string; name: string }[] | null>(null);
  const { busy, problem, say, run } = useOneAtATime();
  async function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = textIn(event.currentTarget, 'which');
    if (typed === '') return say('请输入机构编码或完整名称');
    setFound(null);
    const search = async (key: 'code' | 'name') =>
      (await openCall<{ records: { code: string; name: string }[] }>('GET', `tenantPage/${token}?${new URLSearchParams({ [key]: typed })}`))
        .records;
    const records = await run(async () => {
      const byCode = /^[A-Za-z0-9_-]{2,32}$/.test(typed) ? await search('code') : [];
      return byCode.length > 0 ? byCode : search('name');
    }, ifLate(onLate));
    if (records) setFound(records);
  }
  async function apply(event: FormEvent<HTMLFormElement>, one: { code: string; name: string }) {
    event.preventDefault();
    const note = textIn(event.currentTarget, 'note');
    if (await run(() => openCall<boolean>('PUT', `joinTenant/${token}`, { code: one.code, note }), ifLate(onLate))) {
      setFound(null);
      onApplied(one.name);
    }
  }
  return (
    <>
      <form className="x-form" onSubmit={(event) => void find(event)} noValidate aria-label="查找机构">
        <PlainField name="which" label="机构编码或完整名称" maxLength={50} hint="请向机构管理员索取编码" />
        <Submit busy={busy} label="查找" doing="请稍候…" />
      </form>
      {found?.length === 0 && <p className="x-note">没有找到，请核对编码，或输入完整的机构名称。</p>}
      {found?.map((one) => (
        <form key={one.code} className="x-card" onSubmit={(event) => void apply(event, one)} noValidate aria-label={`申请加入${one.name}`}>
          <h2>
            {one.name} <small>{one.code}</small>
          </h2>
          <PlainField name="note" label="申请说明（选填）" maxLength={100} placeholder="如 应聘的岗位" />
          <button type="submit" className="x-small" disabled={busy}>
            申请加入
          </button>
        </form>
      ))}
      <Problem>{problem}</Problem>
    </>
  );
}

const STATES = ['等待审核', '已通过', '未通过', '已撤回', '已过期'];
const same = (a: Waiting, b: Waiting) => a.id === b.id && a.tenantId === b.tenantId;

export function Place({ standing, onEnd, onLate }: { standing: Standing; onEnd: (end: End) => void; onLate: () => void }) {
  const { token } = standing;
  const [way, setWay] = useState<'create' | 'join'>('create');
  const [refused, setRefused] = useState<Waiting[]>([]);
  const [applied, setApplied] = useState<string[]>([]);
  const invited = standing.invitations.filter((one) => one.kind === 1 && one.status === 0 && !refused.some((other) => same(one, other)));
  const applications = standing.invitations.filter((one) => one.kind === 2);
  return (
    <>
      {invited.length > 0 && (
        <Invitations list={invited} token={token} onEnd={onEnd} onLate={onLate} onRefused={(one) => setRefused([...refused, one])} />
      )}
      {applications.length + applied.length > 0 && (
        <section className="x-card" aria-label="我的申请">
          <h2>我的申请</h2>
          <ul>
            {applied.map((name) => (
              <li key={name}>
                <span>
                  <b>{name}</b>
                  <small>申请已提交，结果将以短信通知</small>
                </span>
                等待审核
              </li>
            ))}
            {applications.map((one) => (
              <li key={`${one.tenantId}-${one.id}`}>
                <span>
                  <b>{one.tenantName}</b>
                  {one.reason && <small>{one.reason}</small>}
                </span>
                {STATES[one.status]}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="x-ways" role="tablist" aria-label="机构">
        <button type="button" role="tab" aria-selected={way === 'create'} onClick={() => setWay('create')}>
          创建机构
        </button>
        <button type="button" role="tab" aria-selected={way === 'join'} onClick={() => setWay('join')}>
          加入机构
        </button>
      </div>
      {way === 'create' ? (
        <Create token={token} onEnd={onEnd} onLate={onLate} />
      ) : (
        <Join token={token} onLate={onLate} onApplied={(name) => setApplied([name, ...applied])} />
      )}
    </>
  );
}
