/** Controls of questions with parts. They are loaded where a questionnaire asks such questions: most do not. */
import type { Controls } from './controls.tsx';
import { NpsField } from './marks.tsx';
import { MatrixField } from './matrix-field.tsx';
import { SortField } from './sort-field.tsx';
import { SubFormField } from './sub-form-field.tsx';

export const partControls: Controls = {
  MATRIX_SELECT: MatrixField,
  MATRIX_SCALE: MatrixField,
  MATRIX_INPUT: MatrixField,
  NPS: NpsField,
  SORT: SortField,
  SUB_FORM: SubFormField,
};
