/** 签到 and 签退 with one hand: written down here and now, sent when there is a network. */
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Position, Whereabouts } from '#web/work-orders/whereabouts.ts';
import { useWhereabouts } from '#web/work-orders/whereabouts.ts';
import { carer } from './state.ts';
import { stepId, type OwnJob, type Step } from './steps.ts';
import { useVisitDraft } from './visit-draft.ts';
import { VisitForm } from './visit-form.tsx';

interface Props {
  own: OwnJob;
  kind: 'start' | 'finish';
}

function Fresh({ own, kind }: Props) {
  const [found, ask] = useWhereabouts();
  const { values, ...draft } = useVisitDraft(stepId(kind, own.job.id), null);
  return values && <VisitForm own={own} kind={kind} found={found} ask={ask} refused={null} values={values} {...draft} />;
}

/** It happened then and there: neither time nor place are those of now. */
function Corrected({ own, kind, refused }: Props & { refused: Step }) {
  const { lng, lat } = refused.body as Partial<Position>;
  const found: Whereabouts =
    typeof lng === 'number' && typeof lat === 'number'
      ? { state: 'found', position: { lng, lat, accuracy: 0 } }
      : { state: 'failed', text: '当时没有定位' };
  const { values, ...draft } = useVisitDraft(stepId(kind, own.job.id), refused);
  return values && <VisitForm own={own} kind={kind} found={found} ask={null} refused={refused} values={values} {...draft} />;
}

export function VisitPage({ own, kind }: Props) {
  const found = useStore(
    carer,
    ({ steps }) => steps.find(({ id, problem }) => id === stepId(kind, own.job.id) && problem !== null) ?? null,
  );
  // Once it is said again it is refused no longer, and this page is about to go.
  const [refused] = useState(found);
  return refused ? <Corrected own={own} kind={kind} refused={refused} /> : <Fresh own={own} kind={kind} />;
}
