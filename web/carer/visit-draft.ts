/** What is typed into a form survives: phones end pages in the background as soon as the camera opens. */
import { useEffect, useMemo, useState } from 'react';
import { keepFile, keptIn } from '#web/ui/kept-files.ts';
import { useSoon, type Soon } from '#web/ui/soon.ts';
import { usedKey, type VisitValues } from '#web/work-orders/visit-form.ts';
import { opened } from './state.ts';
import type { Step } from './steps.ts';

export const EMPTY_VISIT: VisitValues = {
  address: '',
  image: null,
  reason: '',
  result: '',
  signature: null,
  signer: '',
  unsigned: '',
  used: {},
};

interface Draft<T> {
  values: T;
  files: { url: string; file: File }[];
}

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
    unsigned: text(body.unsignedReason),
    used: Object.fromEntries(used.map(({ jobId, materialId, quantity }) => [usedKey(jobId, materialId), quantity])),
  };
}

/** A step's files can be shown again. */
export function keepFilesOf({ files }: Step): void {
  for (const { url, file, name } of files) keepFile(new File([file], name, { type: file.type }), url);
}

/** What was typed into the form of a step and never recorded: undefined until it is read, null when nothing was. */
export function useTyped<T>(id: string): T | null | undefined {
  const [typed, setTyped] = useState<T | null>();
  useEffect(() => {
    let gone = false;
    const begin = async () => {
      const draft = await opened()
        .draft<Draft<T>>(id)
        .catch(() => undefined);
      for (const { url, file } of draft?.files ?? []) keepFile(file, url);
      if (!gone) setTyped(draft?.values ?? null);
    };
    void begin();
    return () => void (gone = true);
  }, [id]);
  return typed;
}

/** Keeps what is typed into the form of a step, with its files; `drop` it before the step is recorded. */
export const useKeeper = <T>(id: string): Soon<T> =>
  useSoon<T>(
    (values) =>
      void opened()
        .keepDraft(id, { values, files: keptIn(values) } satisfies Draft<T>)
        .catch(() => {}),
  );

export interface StepDraft<T> {
  /** Null until they are read. */
  values: T | null;
  change: (part: Partial<T>) => void;
  keeper: Soon<T>;
}

/**
 * The values of the form of a step, which begins with what was typed, or with what was refused (`valuesIn` gives it), else `empty`. These
 * two must be the same each time.
 */
export function useStepDraft<T extends object>(id: string, refused: Step | null, empty: T, valuesIn: (step: Step) => T): StepDraft<T> {
  const typed = useTyped<T>(id);
  const [own, setOwn] = useState<T | null>(null);
  const keeper = useKeeper<T>(id);
  const first = useMemo(() => {
    if (typed === undefined) return null;
    if (!typed && refused) keepFilesOf(refused);
    // What an earlier version wrote down may lack a field.
    return typed ? { ...empty, ...typed } : refused ? valuesIn(refused) : empty;
  }, [typed, refused, empty, valuesIn]);
  useEffect(() => {
    if (own) keeper.put(own);
  }, [keeper, own]);
  return { values: own ?? first, change: (part) => setOwn((now) => ({ ...(now ?? first ?? empty), ...part })), keeper };
}

/** The values of the form of a check-in or check-out. */
export const useVisitDraft = (id: string, refused: Step | null): StepDraft<VisitValues> => useStepDraft(id, refused, EMPTY_VISIT, valuesOf);
