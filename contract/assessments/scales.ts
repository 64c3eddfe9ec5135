/** All scales. A new version of one stands beside the old one, which old assessments name. */
import { barthel, iadl } from './scale-barthel.ts';
import { gbt42195 } from './scale-gbt42195.ts';
import { ltci } from './scale-ltci.ts';
import { ad8, gad7, gds15, miniCog, mmse, moca, phq9 } from './scale-mind.ts';
import { mzt039 } from './scale-mzt039.ts';
import type { Scale } from './scale-parts.ts';
import { braden, falls12, mnaSf, morse, news2 } from './scale-risks.ts';

export const scales: readonly Scale[] = [
  gbt42195,
  mzt039,
  ltci,
  barthel,
  iadl,
  mmse,
  moca,
  miniCog,
  ad8,
  gds15,
  phq9,
  gad7,
  morse,
  falls12,
  braden,
  mnaSf,
  news2,
];

/** A scale by code and version; without a version the newest one. */
export const scaleOf = (code: string, version?: number): Scale | undefined =>
  scales
    .filter((one) => one.code === code && (version === undefined || one.version === version))
    .toSorted((a, b) => b.version - a.version)[0];

/** What a scale is called, whichever version. */
export const nameOfScale = (code: string): string => scaleOf(code)?.name ?? code;
