/** What a plan of moves means, before it is confirmed: of each person the beds, price, contract and room; of floors, buildings and the house the carers. */
import { Alert, Skeleton } from 'antd';
import { loadHint, moveHints, priceText } from '#contract/elderly/move-hints.rules.ts';
import { placements } from '#contract/elderly/placements.ts';
import { useCall } from '#web/api/call.ts';
import { FlagTags, genderText } from '#web/elderly/person-tags.tsx';
import './move-preview.css';

interface Props {
  moves: readonly { oldmanId: number; bedId: number }[];
}

export function MovePreview({ moves }: Props) {
  const asked = { oldmanIds: moves.map(({ oldmanId }) => oldmanId), bedIds: moves.map(({ bedId }) => bedId) };
  const { data, error } = useCall(placements.preview, asked, { quiet: true });
  if (error) return <Alert type="warning" showIcon title="没有算出价格、同住和照护配比，请自行核对" />;
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} />;
  return (
    <div className="mp-all">
      <ul className="mp-people" aria-label="换床情况">
        {data.people.map((one) => (
          <li key={one.oldmanId}>
            <p className="mp-who">
              <b>{one.oldmanName}</b>
              <span>{genderText(one.gender)}</span>
              {one.flags.length > 0 && <FlagTags flags={one.flags} />}
            </p>
            <p>
              {one.from ?? '没有床位'} → {one.to}
            </p>
            {priceText(one) && <p>{priceText(one)}</p>}
            {moveHints(one).map((hint) => (
              <p key={hint} className="mp-hint">
                {hint}
              </p>
            ))}
          </li>
        ))}
      </ul>
      <ul className="mp-floors" aria-label="照护配比">
        {data.loads.map((one) => (
          <li key={one.place}>{loadHint(one)}</li>
        ))}
      </ul>
    </div>
  );
}
