/** What the jobs of a service project may use up and ask. */
import { useMemo } from 'react';
import { projectQuestionnaires } from '#contract/questionnaires/project-questionnaires.ts';
import { projectMaterials } from '#contract/stock/materials.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import type { ProjectParts } from './job-values.ts';

/** Those that a project may consume come first, and there are at most fifty. */
const MOST = 50;
const quiet = { quiet: true, staleTime: 60_000 } as const;

/** Null while no project is chosen or its lists are on their way. */
export function useProjectParts(projectId: number | undefined): ProjectParts | null {
  const may = useMay();
  const enabled = projectId !== undefined;
  const seesMaterials = may(projectMaterials.pick);
  const materials = useCall(
    projectMaterials.pick,
    { projectId: projectId ?? 0, size: MOST },
    { ...quiet, enabled: enabled && seesMaterials },
  ).data;
  const questionnaires = useCall(projectQuestionnaires.list, { serverProjectId: projectId ?? 0 }, { ...quiet, enabled }).data;
  return useMemo(() => {
    if (!enabled || !questionnaires || (seesMaterials && !materials)) return null;
    return {
      materials: (materials?.records ?? [])
        .filter(({ allowed }) => allowed)
        .map(({ id, name, unit, isDefault }) => ({ materialId: id, name, unit, isDefault })),
      questionnaires: questionnaires.map(({ questionId, key, name, isDefault, required }) => ({
        questionId,
        key,
        name,
        isDefault,
        required,
      })),
    };
  }, [enabled, seesMaterials, materials, questionnaires]);
}
