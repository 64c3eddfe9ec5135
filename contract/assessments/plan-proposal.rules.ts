/** What an assessment proposes for the care plan: the parts of a template beside what the plan says already, and a problem for each risk. Pure. */
import type { ProblemCategory } from '../care/care-kinds.ts';

/** What a scale that finds a risk is about. */
const categories: Readonly<Record<string, ProblemCategory>> = {
  morse: 'moving',
  falls12: 'moving',
  braden: 'skin',
  mnasf: 'eating',
  mmse: 'mind',
  moca: 'mind',
  minicog: 'mind',
  ad8: 'mind',
  gds15: 'mind',
  phq9: 'mind',
  gad7: 'mind',
};
export const RISK_SCALES = Object.keys(categories);

export interface FoundRisk {
  scale: string;
  scaleName: string;
  levelName: string;
  day: string;
}
export interface ProposedProblem {
  category: ProblemCategory;
  text: string;
  source: string;
}

/** `跌倒风险评估：高风险`, found by the scale on its day. */
export const riskProblem = ({ scale, scaleName, levelName, day }: FoundRisk): ProposedProblem => ({
  category: categories[scale] ?? 'other',
  text: `${scaleName}：${levelName}`.slice(0, 200),
  source: `评估 ${day}`,
});

interface Parts<P, G, I> {
  problems: readonly P[];
  goals: readonly G[];
  interventions: readonly I[];
}

/** The parts of a plan with those of others that it does not have, by their words. The plan's own stay as they are. */
export function withParts<P extends { text: string }, G extends { text: string }, I extends { name: string }>(
  plan: Parts<P, G, I>,
  ...more: Parts<P, G, I>[]
): { problems: P[]; goals: G[]; interventions: I[] } {
  const all = [plan, ...more];
  const once = <T>(parts: T[], word: (one: T) => string) =>
    parts.filter((one, index) => parts.findIndex((other) => word(other) === word(one)) === index);
  return {
    problems: once(
      all.flatMap(({ problems }) => problems),
      ({ text }) => text,
    ),
    goals: once(
      all.flatMap(({ goals }) => goals),
      ({ text }) => text,
    ),
    interventions: once(
      all.flatMap(({ interventions }) => interventions),
      ({ name }) => name,
    ),
  };
}
