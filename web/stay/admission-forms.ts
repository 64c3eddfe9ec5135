/** What the printed forms of an admission are filled with: the record of the person and what was agreed, as far as the user may read them. */
import type { Output } from '#contract/http.ts';
import { accountMovements } from '#contract/accounts/accounts.ts';
import { movementKinds } from '#contract/accounts/accounts.rules.ts';
import { people } from '#contract/elderly/people.ts';
import { personCodes } from '#contract/elderly/person-codes.ts';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import { admissions } from '#contract/stay/admissions.ts';
import { contracts } from '#contract/stay/contracts.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import type { ContractTerms } from './contract-paper.tsx';

type Admission = Output<typeof admissions.get>;
export type Contact = Output<typeof personContacts.ofPerson>['contacts'][number];
export type Movement = Output<typeof accountMovements.get>;

/** Whose forms: of an application, or of a person who was admitted. */
export type FormsOf = { admissionId: number } | { oldmanId: number };

export interface FormsData {
  admission: Admission | null;
  /** Of the record of the person or, before there is one, of the application. */
  who: {
    id: number | null;
    userName: string;
    gender: number | null;
    birthDate: string | null;
    identityNumber: string | null;
    mobile: string | null;
    address: string | null;
    careLevel: number | null;
    ability: number | null;
    flags: readonly string[];
    remarks: string | null;
    place: string | null;
  };
  contacts: readonly Contact[];
  contract: ContractTerms | null;
  /** The receipts of the deposit, the oldest first. */
  deposits: readonly Movement[];
  code: string | null;
}

/** The terms of an application as a contract that is not signed yet. */
function planned({ userName, place, admitDate, endDate, trialDate, createBy, ...terms }: Admission): ContractTerms {
  const { bedFee, careFee, mealFee, otherFee, monthFee, deposit, signerName, signerRelation, signerMobile, terms: words } = terms;
  const money = { bedFee, careFee, mealFee, otherFee, monthFee, deposit };
  const signer = { signerName, signerRelation, signerMobile, terms: words };
  const days = { effectiveDate: admitDate, endDate, trialDate, signedDate: null };
  return { number: null, part: 1, oldmanName: userName, place, reason: null, createBy, ...days, ...money, ...signer };
}

const whoOf = (person: Output<typeof people.get> | undefined, admission: Admission | null): FormsData['who'] => {
  if (person) return { ...person, ability: person.anergy };
  const known = admission as Admission;
  return { ...known, id: null, ability: null };
};

const contactsOf = (admission: Admission | null): Contact[] =>
  admission === null || (admission.contactName === null && admission.contactPhone === null)
    ? []
    : [{ name: admission.contactName, phone: admission.contactPhone, relation: admission.contactRelation, notes: null }];

/** The contract that the admission made or, where no admission was kept, the first one. Nothing before an admission is carried out. */
const contractOf = (signed: readonly Output<typeof contracts.get>[], admission: Admission | null) =>
  admission?.contractId === null
    ? undefined
    : signed.findLast(({ part, id }) => part === 1 && (admission === null || id === admission.contractId));

/** The receipts of a deposit, the oldest first: not those of an earlier stay. */
function depositsOf(movements: readonly Movement[], admission: Admission | null): Movement[] {
  const since = admission === null ? '' : (admission.admitTime?.slice(0, 10) ?? null);
  if (since === null) return [];
  return movements.filter(({ deposit, number, createTime }) => deposit > 0 && number !== null && createTime >= since).toReversed();
}

/** Null until all is read; `error` is that of what cannot be done without. */
export function useFormsData(of: FormsOf): { data: FormsData | null; error: Error | null } {
  const may = useMay();
  const asked = 'oldmanId' in of ? of.oldmanId : null;
  const found = useCall(
    admissions.page,
    { oldmanId: asked ?? 0, size: 1 },
    { enabled: asked !== null && may(admissions.page), quiet: true },
  );
  const admissionId = 'admissionId' in of ? of.admissionId : (found.data?.records[0]?.id ?? null);
  const admission = useCall(admissions.get, { id: admissionId ?? 0 }, { enabled: admissionId !== null, quiet: true });
  const oldmanId = asked ?? admission.data?.oldmanId ?? null;
  const id = oldmanId ?? 0;
  const known = oldmanId !== null;
  const person = useCall(people.get, { id }, { enabled: known && may(people.get), quiet: true });
  const contacts = useCall(personContacts.ofPerson, { oldmanId: id }, { enabled: known && may(personContacts.ofPerson), quiet: true });
  const signed = useCall(contracts.ofPerson, { oldmanId: id }, { enabled: known && may(contracts.ofPerson), quiet: true });
  const paid = useCall(
    accountMovements.page,
    { oldmanId: id, tradingType: movementKinds.recharge, size: 100 },
    { enabled: known && may(accountMovements.page), quiet: true },
  );
  const cards = useCall(personCodes.cards, { ids: [id] }, { enabled: known && may(personCodes.cards), quiet: true });
  const all = [found, admission, person, contacts, signed, paid, cards];
  const error = all.find((one) => one.isError)?.error ?? null;
  const waits = all.some((one) => one.isFetching && !one.data);
  const application = admission.data ?? null;
  if (error !== null || waits || (!person.data && !application)) return { data: null, error };
  const first = contractOf(signed.data ?? [], application);
  return {
    error,
    data: {
      admission: application,
      who: whoOf(person.data, application),
      contacts: contacts.data?.contacts ?? contactsOf(application),
      contract: first ?? (application === null ? null : planned(application)),
      deposits: depositsOf(paid.data?.records ?? [], application),
      code: cards.data?.[0]?.code ?? null,
    },
  };
}
