/** The service recipient of a form. */
import { Input } from 'antd';
import { people } from '#contract/elderly/people.ts';
import { Carried } from './carried.tsx';
import { Field } from './form.tsx';
import { PersonPicker } from './person-picker.tsx';
import { PickIdField } from './pick-field.tsx';

interface Props {
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
  placeholder?: string;
}

/** For a form item of its own; the name is carried as `oldmanName`. */
export const ResidentField = ({ placeholder = '选择服务对象', ...props }: Props) => (
  <PickIdField
    {...props}
    nameIn="oldmanName"
    route={people.page}
    placeholder={placeholder}
    renderList={(pick, list) => <PersonPicker {...list} onPick={({ id, userName }) => pick(id, userName)} />}
  />
);

/** The items `oldmanId` and `oldmanName`: picked, or shown where it is `known` whose form it is. */
export const ResidentItems = ({ known }: { known: boolean }) => (
  <>
    {known ? (
      <Field name="oldmanName" label="服务对象">
        <Input disabled />
      </Field>
    ) : (
      <Field name="oldmanId" label="服务对象" missing="请选择服务对象">
        <ResidentField />
      </Field>
    )}
    <Carried name={known ? 'oldmanId' : 'oldmanName'} />
  </>
);
