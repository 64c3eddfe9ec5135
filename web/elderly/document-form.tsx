/** Filing a paper, or changing one. */
import { personDocuments } from '#contract/elderly/person-documents.ts';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { documentFields, documentToForm, documentToInput } from './document-fields.tsx';

interface Props {
  /** Null for a new one. */
  id: number | null;
  /** Whose, where the page is of one person. */
  personId: number | undefined;
  onClose: () => void;
}

export default function DocumentEdit({ id, personId, onClose }: Props) {
  const toInput = (values: Record<string, unknown>) => ({
    ...documentToInput(values),
    ...(personId === undefined ? {} : { oldmanId: personId }),
  });
  return (
    <CrudDrawer noun="档案文件" routes={personDocuments} id={id} toForm={documentToForm} toInput={toInput} onClose={onClose}>
      {documentFields(personId === undefined ? 'any' : 'person')}
    </CrudDrawer>
  );
}
