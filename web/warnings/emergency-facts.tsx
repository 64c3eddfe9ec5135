/** What the card of an SOS or a fall adds: age, care level, the last vital signs, and whom to send. Loaded when such a card stands. */
import { keepPreviousData } from '@tanstack/react-query';
import { Tag } from 'antd';
import { alarmFacts } from '#contract/warnings/alarm-facts.ts';
import type { Output } from '#contract/http.ts';
import { useCall } from '#web/api/call.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { since } from '#web/ui/display.ts';
import { ResponderButtons } from './responder-buttons.tsx';
import type { WarningRow } from './use-open-warnings.ts';

const REFRESH_MS = 60_000;

type Fact = Output<typeof alarmFacts.read>[number];

/** `心率 88 · 血氧 96%，5分钟前；血压 135/82，昨天`: values of about the same time share it. */
function vitalsText(vitals: Fact['vitals'], now: number): string {
  const byAge = Map.groupBy(vitals, ({ time }) => since(time, now));
  return [...byAge].map(([age, values]) => `${values.map(({ text }) => text).join(' · ')}，${age}`).join('；');
}

interface Props {
  row: WarningRow;
  /** Of all cards that stand: they are read at once. */
  ids: readonly number[];
  frozen: boolean;
  sends: boolean;
  onSent: () => void;
}

export default function EmergencyFacts({ row, ids, frozen, sends, onSent }: Props) {
  const now = useQuarterMinute();
  const { data } = useCall(
    alarmFacts.read,
    { ids: [...ids] },
    { quiet: true, staleTime: 5000, refetchInterval: REFRESH_MS, placeholderData: keepPreviousData },
  );
  const fact = data?.find(({ id }) => id === row.id);
  const vitals = fact ? vitalsText(fact.vitals, now) : '';
  return (
    <>
      <p className="w-card-facts" title={vitals}>
        {fact && fact.age !== null && `${fact.age}岁 `}
        {fact && fact.careLevel !== null && (
          <Tag>
            <DictionaryTag type="care_level" value={fact.careLevel} />
          </Tag>
        )}
        {vitals}
      </p>
      {sends && <ResponderButtons row={row} frozen={frozen} onSent={onSent} />}
    </>
  );
}
