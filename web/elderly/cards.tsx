/** /oldMan/cards?ids=1,2&kind=bed|band: the bed cards or the wristbands of people, as they come out of the printer. */
import { PrinterOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import { addressOfCode, partFlags } from '#contract/elderly/person-codes.rules.ts';
import { personCodes, type PersonCard } from '#contract/elderly/person-codes.ts';
import type { z } from 'zod';
import { useCall, useSend } from '#web/api/call.ts';
import { PEOPLE, personAddress } from '#web/shell/addresses.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { go } from '#web/shell/go.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { labelOf } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { PaperQr } from '#web/ui/paper-qr.tsx';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import { cardKinds, type CardKind } from './card-printing.ts';
import { ageText, bedText, genderText } from './person-tags.tsx';
import './cards.css';

type Card = z.output<typeof PersonCard>;

function Code({ card, size }: { card: Card; size: number }) {
  if (card.code === null) return null;
  const address = addressOfCode(location.origin, card.code);
  return (
    <figure className="e-card-code" data-address={address}>
      <PaperQr value={address} size={size} bordered={false} aria-label={`${card.userName}的身份码`} />
    </figure>
  );
}

function useWords({ careLevel, meal, mealNote }: Card) {
  const levels = useDictionary('care_level').options;
  const meals = useDictionary('meal_type').options;
  return {
    level: careLevel === null ? '未评定' : labelOf(levels, careLevel),
    meal: [meal === null ? '未登记' : labelOf(meals, meal), mealNote].filter(Boolean).join('，'),
  };
}

function BedCard({ card, tenant }: { card: Card; tenant: string }) {
  const { level, meal } = useWords(card);
  const { allergies, others } = partFlags(card.flags);
  return (
    <article className="e-card" aria-label={`${card.userName}的床头卡`}>
      <header>
        <b>{bedText(card)}</b>
        <span>{tenant}</span>
      </header>
      <div>
        <div>
          <p className="e-card-name">
            {card.userName}
            <small>
              {genderText(card.gender)} {ageText(card.age)}
            </small>
          </p>
          <dl>
            <dt>护理</dt>
            <dd>{level}</dd>
            <dt>膳食</dt>
            <dd>{meal}</dd>
          </dl>
        </div>
        <Code card={card} size={168} />
      </div>
      <footer>
        {allergies.length > 0 && <strong>{allergies.join('、')}</strong>}
        {others.map((flag) => (
          <span key={flag}>{flag}</span>
        ))}
      </footer>
    </article>
  );
}

function Band({ card, tenant }: { card: Card; tenant: string }) {
  const { level } = useWords(card);
  const { allergies, others } = partFlags(card.flags);
  return (
    <article className="e-band" aria-label={`${card.userName}的腕带`}>
      <Code card={card} size={86} />
      <div>
        <p className="e-band-name">
          {card.userName}
          <small>
            {genderText(card.gender)} {ageText(card.age)}
          </small>
        </p>
        <p>
          {bedText(card)}　{level}
        </p>
        <p>{[...allergies, ...others].slice(0, 4).join('、')}</p>
      </div>
      <p>{tenant}</p>
    </article>
  );
}

export default function Cards() {
  const [params] = useSearchParams();
  const may = useMay();
  const kind: CardKind = params.get('kind') === 'band' ? 'band' : 'bed';
  const ids = (params.get('ids') ?? '').split(',').filter((id) => /^[1-9]\d{0,14}$/.test(id));
  const tenant = useCurrentUser()?.tenantName ?? '';
  const { data, isError, error, refetch } = useCall(personCodes.cards, { ids: ids.map(Number) }, { enabled: ids.length > 0, quiet: true });
  const renew = useSend(personCodes.renew, { changes: [personCodes.cards, personCodes.get] });
  if (ids.length === 0 || (isError && !data) || data?.length === 0)
    return <MissingPage error={error} noun={cardKinds[kind]} back={PEOPLE} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active className="y-page-loading" paragraph={{ rows: 8 }} />;
  const one = data.length === 1 ? data[0] : undefined;
  const Paper = kind === 'bed' ? BedCard : Band;
  return (
    <div className="e-cards y-prints-alone" data-kind={kind} data-one={one !== undefined || undefined}>
      <div className="e-cards-acts y-no-print">
        <Button onClick={() => go(one ? personAddress(one.oldmanId) : PEOPLE)}>{one ? `返回${one.userName}` : '返回列表'}</Button>
        {one && may(personCodes.renew) && (
          <Confirm
            title={`确定更换${one.userName}的身份码吗？`}
            description="更换后，已打印的床头卡和腕带不能再扫描，须重新打印"
            onConfirm={() => renew.mutate({ oldmanId: one.oldmanId, version: one.version })}
          >
            <Button loading={renew.isPending}>更换身份码</Button>
          </Confirm>
        )}
        <Button type="primary" icon={<PrinterOutlined aria-hidden />} onClick={() => print()} autoFocus>
          打印
        </Button>
      </div>
      <div className="e-cards-papers">
        {data.map((card) => (
          <Paper key={card.oldmanId} card={card} tenant={tenant} />
        ))}
      </div>
    </div>
  );
}
