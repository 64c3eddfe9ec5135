/** What the fields of a dossier are called. */
import type { LabelsOf } from '../labels.ts';
import type { personDossiers } from './person-dossiers.ts';

export const dossierLabels = { reason: '导出原因' } satisfies LabelsOf<typeof personDossiers>;
