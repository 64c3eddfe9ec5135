/** Writing an enquiry down, or changing what is known. */
import { enquiries } from '#contract/stay/enquiries.ts';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { enquiryFields, enquiryToInput } from './enquiry-fields.tsx';

export default function EnquiryForm({ id, onClose }: { id: number | null; onClose: () => void }) {
  return (
    <CrudDrawer noun="入住咨询" routes={enquiries} id={id} toForm={(row) => ({ ...row })} toInput={enquiryToInput} onClose={onClose}>
      {enquiryFields}
    </CrudDrawer>
  );
}
