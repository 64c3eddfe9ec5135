/** Scales as the institution uses them: the product's, or with figures of its own. */
import { withFigures } from '#contract/assessments/ltci-figures.rules.ts';
import { ltciVersions } from '#contract/assessments/ltci-versions.ts';
import { ltci } from '#contract/assessments/scale-ltci.ts';
import type { Scale } from '#contract/assessments/scale-parts.ts';
import { scaleOf, scales } from '#contract/assessments/scales.ts';
import { useCall } from '#web/api/call.ts';
import type { AssessmentDetail } from './assessment-calls.ts';

/** The scale of an assessment that was begun, as it was then. */
export const scaleOfRow = ({ scale, scaleVersion, own }: Pick<AssessmentDetail, 'scale' | 'scaleVersion' | 'own'>): Scale | undefined =>
  own ? withFigures(own) : scaleOf(scale, scaleVersion);

/** The scale that is in use now; `loading` while the figures of the institution are read. */
export function useScale(code: string): { scale: Scale | undefined; loading: boolean } {
  const own = code === ltci.code;
  const { data, isPending } = useCall(ltciVersions.current, {}, { quiet: true, enabled: own });
  return own && data ? { scale: withFigures(data), loading: false } : { scale: scaleOf(code), loading: own && isPending };
}

const codes = [...new Set(scales.map(({ code }) => code))];
export const DEFAULT_SCALE = codes[0]!;

/** Every scale once, as a choice. Those whose figures are not verified say so. */
export function useScaleChoices(): { value: string; label: string }[] {
  const own = useCall(ltciVersions.current, {}, { quiet: true }).data;
  return codes.map((code) => {
    const { name, confidence } = code === ltci.code && own ? withFigures(own) : scaleOf(code)!;
    return { value: code, label: confidence === 'C' ? `${name}（待核实）` : name };
  });
}
