/** The person of a plan, for a form item of its own. */
import { people } from '#contract/elderly/people.ts';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import { PickIdField } from '#web/ui/pick-field.tsx';

export const ResidentField = (props: { id?: string; value?: number | null; onChange?: (id: number | null) => void }) => (
  <PickIdField
    {...props}
    nameIn="oldmanName"
    route={people.page}
    placeholder="选择服务对象"
    renderList={(pick, list) => <PersonPicker {...list} onPick={({ id, userName }) => pick(id, userName)} />}
  />
);
