/** /oldMan/detail: one service recipient. `?id=&tabid=` one of `personTabs`; `isview=false` opens the form at once. */
import { Skeleton, Tabs } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { personCodes } from '#contract/elderly/person-codes.ts';
import { personDossiers } from '#contract/elderly/person-dossiers.ts';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import { people } from '#contract/elderly/people.ts';
import { admissions } from '#contract/stay/admissions.ts';
import { checkouts } from '#contract/stay/checkouts.ts';
import { useCall } from '#web/api/call.ts';
import { CallNote, callTo, type Calling } from '#web/elderly/call-note.tsx';
import { cardKinds, useCardPrinting } from '#web/elderly/card-printing.ts';
import type { PersonRow } from '#web/elderly/person-basic.tsx';
import { personFields, personToForm, personToInput } from '#web/elderly/person-fields.tsx';
import { forgetRecent, noteRecent } from '#web/elderly/recent-people.ts';
import { PEOPLE, REGISTER, type PersonTab, newCheckoutAddress, personAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { useTab, useTabLabel } from '#web/shell/tab-context.ts';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { useMay } from '#web/ui/may.ts';
import { useRemoval } from '#web/ui/removal.tsx';
import { LEFT, useActDialogs } from './acts.tsx';
import { Head } from './head.tsx';
import { personTabs } from './tabs.tsx';
import './person.css';

const DossierDialog = lazyPart(() => import('#web/elderly/dossier-dialog.tsx'));
const AdmissionFormsDialog = lazyPart(() => import('#web/stay/admission-forms-dialog.tsx'));

export default function Person() {
  const [params] = useSearchParams();
  const id = Number(params.get('id'));
  const known = Number.isSafeInteger(id) && id > 0;
  const { data: person, isError, error, refetch } = useCall(people.get, { id, masked: true }, { enabled: known, quiet: true });
  useTabLabel(person?.userName);

  if (!known || (isError && (!person || error.status === 404)))
    return <MissingPage error={error} noun="服务对象" back={PEOPLE} onRetry={() => void refetch()} />;
  if (!person) {
    return (
      <div className="y-page-width y-page-card" role="status" aria-label="正在加载">
        <Skeleton active avatar={{ size: 64 }} paragraph={{ rows: 8 }} />
      </div>
    );
  }

  // A record that was merged leads to the one that was kept.
  if (person.id !== id) return <Navigate to={personAddress(person.id)} replace />;
  return <PersonPage key={id} person={person} />;
}

function PersonPage({ person }: { person: PersonRow }) {
  const { id } = person;
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const [editing, setEditing] = useState(params.get('isview') === 'false' && may(people.update));
  const [dossier, setDossier] = useState(false);
  const [forms, setForms] = useState(false);
  const [call, setCall] = useState<Calling | null>(null);
  const [ask, dialogs] = useActDialogs(person);
  const printCards = useCardPrinting();
  const { close } = useTab();
  const { openRemoval, parts } = useRemoval(people, '服务对象', {
    onRemoved: () => {
      forgetRecent(id);
      close();
      go(PEOPLE);
    },
  });
  useEffect(() => noteRecent({ id, name: person.userName }), [id, person.userName]);
  const dial = (contact: string, phone: string) => {
    if (may(personContacts.addCall)) setCall(callTo(contact, phone));
  };

  const show = (tab: PersonTab) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.set('tabid', tab);
        return next;
      },
      { replace: true },
    );
  const given = { person, onShow: show, onDial: dial, onContacts: may(personContacts.save) ? () => ask('contacts') : undefined };
  const items = personTabs
    .filter(({ when }) => !when || when.some(may))
    .map(({ key, label, render }) => ({
      key,
      label,
      children: <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>{render(given)}</Suspense>,
    }));
  const tab = params.get('tabid');
  return (
    <div className="y-page-width">
      <section className="y-page-card">
        <Head
          person={person}
          onAct={ask}
          onDial={dial}
          onEdit={may(people.update) ? () => setEditing(true) : undefined}
          more={[
            ...(may(people.create) ? [{ key: 'register', label: '继续登记', onClick: () => go(`${REGISTER}?id=${id}`) }] : []),
            ...(person.status < LEFT && may(checkouts.submit)
              ? [{ key: 'checkout', label: '办理退住', onClick: () => go(newCheckoutAddress(id)) }]
              : []),
            ...(may(personCodes.prepare) && person.status < LEFT
              ? (['bed', 'band'] as const).map((kind) => ({
                  key: kind,
                  label: `打印${cardKinds[kind]}`,
                  onClick: () => printCards([id], kind),
                }))
              : []),
            ...(may(admissions.get) && person.status < LEFT
              ? [{ key: 'forms', label: '打印入住资料', onClick: () => setForms(true) }]
              : []),
            ...(may(personDossiers.start) ? [{ key: 'dossier', label: '导出个人档案', onClick: () => setDossier(true) }] : []),
            ...(may(people.remove) ? [{ key: 'remove', label: '删除', danger: true, onClick: () => openRemoval({ id }) }] : []),
          ]}
        />
        {call && <CallNote key={call.since} personId={id} call={call} onEnd={() => setCall(null)} />}
        <Tabs
          className="p-tabs"
          activeKey={items.some(({ key }) => key === tab) ? (tab as string) : 'today'}
          onChange={(key) => show(key as PersonTab)}
          items={items}
          destroyOnHidden
        />
      </section>
      {dialogs}
      {parts}
      <Suspense fallback={null}>
        {dossier && <DossierDialog person={person} onClose={() => setDossier(false)} />}
        {forms && <AdmissionFormsDialog of={{ oldmanId: id }} userName={person.userName} onClose={() => setForms(false)} />}
      </Suspense>
      {editing && (
        <CrudDrawer
          noun="服务对象"
          routes={people}
          id={id}
          toForm={personToForm}
          toInput={personToInput}
          size="large"
          onClose={() => setEditing(false)}
        >
          {personFields}
        </CrudDrawer>
      )}
    </div>
  );
}
