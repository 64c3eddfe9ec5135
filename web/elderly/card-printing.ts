/** The way to the printed cards of people: who has no code yet gets one first. */
import { MOST_CARDS, personCodes } from '#contract/elderly/person-codes.ts';
import { useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { go } from '#web/shell/go.ts';

export const cardKinds = { bed: '床头卡', band: '腕带' } as const;
export type CardKind = keyof typeof cardKinds;

/** `print(ids, kind)` opens the page of their cards. */
export function useCardPrinting() {
  const prepare = useSend(personCodes.prepare, { changes: [personCodes.cards] });
  return (ids: readonly number[], kind: CardKind) => {
    if (ids.length > MOST_CARDS) return showMessage('warning', `每次最多打印${MOST_CARDS}位服务对象`);
    prepare.mutate({ ids: [...ids] }, { onSuccess: () => go(`/oldMan/cards?kind=${kind}&ids=${ids.join(',')}`) });
  };
}
