/** 皮肤记录 of a person: what is not healed on the figure, and all of it in a list. */
import { lazy, Suspense, useState } from 'react';
import { skinStates, skinText } from '#contract/care/skin-commands.rules.ts';
import { skinFindings } from '#contract/care/skin-findings.ts';
import { useCall } from '#web/api/call.ts';
import { BodyMap } from '#web/ui/body-map.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { skinColumns } from './skin-columns.tsx';
import './skin.css';

const SkinDrawer = lazy(() => import('./skin-drawer.tsx'));
const SkinForm = lazy(() => import('./skin-form.tsx'));
const columns = skinColumns.filter(({ key }) => key !== 'oldmanName' && key !== 'place');

export function PersonSkin({ personId, name }: { personId: number; name: string }) {
  const may = useMay();
  const [shown, setShown] = useState<number | null>(null);
  const [adding, setAdding] = useState(false);
  const { data } = useCall(skinFindings.page, { oldmanId: personId, state: skinStates.open, size: 50 }, { quiet: true });
  const open = data?.records ?? [];
  return (
    <section aria-label="皮肤记录">
      <header>
        <h2>皮肤记录</h2>
      </header>
      <div className="ca-skin">
        {open.length > 0 && <BodyMap marks={open.map((one) => ({ part: one.part, text: skinText(one) }))} none="没有未愈合的记录" />}
        <DataTable
          name="person-skin"
          noun="皮肤记录"
          route={skinFindings.page}
          fixed={{ oldmanId: personId }}
          columns={columns}
          state="own"
          height="content"
          addLabel="新增皮肤记录"
          onAdd={may(skinFindings.create) ? () => setAdding(true) : undefined}
          onRowDoubleClick={({ id }) => setShown(id)}
          actions={({ id }) => [{ label: '查看', onClick: () => setShown(id) }]}
        />
      </div>
      <Suspense fallback={null}>
        {shown !== null && <SkinDrawer key={shown} id={shown} onClose={() => setShown(null)} />}
        {adding && (
          <SkinForm
            person={{ id: personId, name }}
            onDone={(id) => {
              setAdding(false);
              setShown(id);
            }}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </section>
  );
}
