/** Asking for an admission, or once more after it was returned: who, which bed, when, on what terms. */
import { Form, Input } from 'antd';
import { people } from '#contract/elderly/people.ts';
import type { Input as InputOf, Output } from '#contract/http.ts';
import { beds } from '#contract/rooms/beds.ts';
import { admissionLabels } from '#contract/stay/admissions.labels.ts';
import { admissions } from '#contract/stay/admissions.ts';
import type { enquiries } from '#contract/stay/enquiries.ts';
import { useSend } from '#web/api/call.ts';
import { contactFields, identityFields, noticeFields } from '#web/elderly/person-fields.tsx';
import { freeBedColumns, freeBedFilters, placeOf } from '#web/rooms/bed-columns.tsx';
import { Carried } from '#web/ui/carried.tsx';
import { Day } from '#web/ui/day.tsx';
import { DepartmentField } from '#web/ui/department-field.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, FormSection, labelledField } from '#web/ui/form.tsx';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import { PickIdField } from '#web/ui/pick-field.tsx';
import { PickerDrawer } from '#web/ui/picker-drawer.tsx';
import { admissionChanges } from './stay-calls.ts';
import { aYearFrom, newTerms, termFields, today } from './term-fields.tsx';
import './stay.css';

type Values = Record<string, unknown>;
const Field = labelledField(admissionLabels);

/** Whose record is not yet here; of others it is read when they are admitted. */
const newPerson = (
  <>
    {identityFields}
    {contactFields}
    <Field name="departmentId">
      <DepartmentField />
    </Field>
    <Field name="address" wide>
      <Input placeholder="请输入家庭住址" maxLength={200} />
    </Field>
    {noticeFields}
  </>
);

function WhoFields() {
  const form = Form.useFormInstance();
  const known = Boolean(Form.useWatch<unknown>('oldmanId', form));
  return (
    <FormSection title="入住人">
      <Field name="oldmanId" label="已有档案" extra="曾经入住或居家服务的人，选择后沿用原档案">
        <PickIdField
          nameIn="userName"
          route={people.page}
          placeholder="新入住不用选"
          renderList={(pick, list) => <PersonPicker {...list} onPick={({ id, userName }) => pick(id, userName)} />}
        />
      </Field>
      <Field name="userName">
        <Input placeholder="请输入姓名" maxLength={20} disabled={known} />
      </Field>
      {!known && newPerson}
      <Field name="careLevel">
        <DictionarySelect type={admissionLabels.careLevel.dictionary} numeric />
      </Field>
      <Field name="assessment" wide>
        <Input.TextArea
          maxLength={2000}
          showCount
          autoSize={{ minRows: 2, maxRows: 8 }}
          placeholder="行走、进食、如厕、认知、情绪、慢性病和用药"
        />
      </Field>
    </FormSection>
  );
}

function Fields() {
  const form = Form.useFormInstance();
  return (
    <>
      <WhoFields />
      <FormSection title="床位与时间">
        <Field name="enterType">
          <DictionarySelect type={admissionLabels.enterType.dictionary} numeric allowClear={false} />
        </Field>
        <Field name="bedId" missing="请选择床位">
          <PickIdField
            nameIn="place"
            route={beds.page}
            placeholder="提交后为其预留"
            renderList={(pick, { open, onClose }) => (
              <PickerDrawer
                open={open}
                onClose={onClose}
                title="选择床位"
                name="bed-picker"
                noun="空闲床位"
                route={beds.page}
                columns={freeBedColumns}
                filters={freeBedFilters}
                fixed={{ takeable: true }}
                onPick={(bed) => {
                  pick(bed.id, placeOf(bed));
                  if (bed.monthFee !== null) form.setFieldValue('bedFee', bed.monthFee);
                }}
              />
            )}
          />
        </Field>
        <Field name="admitDate">
          <Day />
        </Field>
        <Field name="endDate">
          <Day />
        </Field>
        <Field name="trialDate">
          <Day placeholder="没有试住期不填" />
        </Field>
      </FormSection>
      {termFields}
      <Carried name="place" />
      <Carried name="enquiryId" />
    </>
  );
}

const SENT = Object.keys(admissions.submit.input.shape);

interface Props {
  /** The application that was returned; null: a new one. */
  before: Output<typeof admissions.get> | null;
  /** What a new one comes of. */
  enquiry?: Output<typeof enquiries.get>;
  onClose: () => void;
}

/** What is known of an enquiry, as the fields of an application hold it. */
const fromEnquiry = ({
  id,
  userName,
  gender,
  careLevel,
  mobile,
  contactName,
  contactRelation,
  wishes,
}: Output<typeof enquiries.get>): Values => ({
  enquiryId: id,
  userName,
  gender: gender ?? undefined,
  careLevel: careLevel ?? undefined,
  contactPhone: mobile,
  contactName: contactName ?? undefined,
  contactRelation: contactRelation ?? undefined,
  signerName: contactName ?? undefined,
  signerRelation: contactRelation ?? undefined,
  signerMobile: mobile,
  assessment: wishes ?? undefined,
});

export default function AdmissionDrawer({ before, enquiry, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const send = useSend(admissions.submit, { ...admissionChanges, once: true, onSuccess: onClose });
  const initial: Values = before
    ? Object.fromEntries(Object.entries(before).filter(([, value]) => value !== null))
    : {
        enterType: 1,
        admitDate: today(),
        endDate: aYearFrom(today()),
        flags: [],
        ...newTerms,
        ...(enquiry && fromEnquiry(enquiry)),
      };
  return (
    <SideDrawer
      title={before ? `修改${before.userName}的入住申请` : '申请入住'}
      open
      size="large"
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="提交审批"
      confirming={send.isPending}
      onConfirm={() => form.submit()}
    >
      <ContractForm
        route={admissions.submit}
        form={form}
        initialValues={initial}
        onSubmit={(values) => {
          const own = Object.fromEntries(Object.entries(values).filter(([name]) => SENT.includes(name)));
          send.mutate({ ...own, ...(before && { id: before.id, version: before.version }) } as InputOf<typeof admissions.submit>);
        }}
      >
        <Fields />
      </ContractForm>
    </SideDrawer>
  );
}
