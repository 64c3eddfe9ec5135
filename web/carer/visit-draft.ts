/** What is typed into a visit survives: phones end pages in the background as soon as the camera opens. */
import { useEffect, useRef, useState } from 'react';
import { keepFile, keptIn } from '#web/ui/kept-files.ts';
import { usedKey, type VisitValues } from '#web/work-orders/visit-form.ts';
import { opened } from './state.ts';
import type { Step } from './steps.ts';

export const EMPTY_VISIT: VisitValues = { address: '', image: null, reason: '', result: '', signature: null, signer: '', used: {} };

interface Draft {
  values: VisitValues;
  files: { url: string; file: File }[];
}

const SOON_MS = 300;
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** The form as it was when a step was written down. */
export function valuesOf({ body }: Pick<Step, 'body'>): VisitValues {
  const used = (body.materials ?? []) as { jobId: number; materialId: number; quantity: number }[];
  return {
    address: text(body.address),
    image: text(body.image) || null,
    reason: text(body.reason),
    result: text(body.result),
    signature: text(body.signature) || null,
    signer: text(body.signer),
    used: Object.fromEntries(used.map(({ jobId, materialId, quantity }) => [usedKey(jobId, materialId), quantity])),
  };
}

function restore({ values, files }: Draft): VisitValues {
  for (const { url, file } of files) keepFile(file, url);
  return values;
}

const ofStep = (step: Step): Draft => ({
  values: valuesOf(step),
  files: step.files.map(({ url, file, name }) => ({ url, file: new File([file], name, { type: file.type }) })),
});

/** The values of the form of a step, null until they are read; and how they change. */
export function useDraft(id: string, refused: Step | null): [VisitValues | null, (part: Partial<VisitValues>) => void] {
  const [values, setValues] = useState<VisitValues | null>(null);
  const changed = useRef(false);
  useEffect(() => {
    let gone = false;
    const begin = async () => {
      const draft =
        (await opened()
          .draft<Draft>(id)
          .catch(() => undefined)) ?? (refused ? ofStep(refused) : undefined);
      if (!gone) setValues(draft ? restore(draft) : EMPTY_VISIT);
    };
    void begin();
    return () => void (gone = true);
  }, [id, refused]);
  useEffect(() => {
    if (!values || !changed.current) return;
    const keep = () =>
      void opened()
        .keepDraft(id, { values, files: keptIn(values) })
        .catch(() => {});
    const timer = setTimeout(keep, SOON_MS);
    return () => clearTimeout(timer);
  }, [id, values]);
  return [
    values,
    (part) => {
      changed.current = true;
      setValues((now) => now && { ...now, ...part });
    },
  ];
}
