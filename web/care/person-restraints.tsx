/** 约束 of a person: all orders, and a new one. */
import { lazy, Suspense, useState } from 'react';
import { restraints } from '#contract/care/restraints.ts';
import { go } from '#web/shell/go.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { restraintAddress } from './restraint-calls.ts';
import { restraintColumns } from './restraint-columns.tsx';
import './restraints.css';

const RestraintForm = lazy(() => import('./restraint-form.tsx'));
const columns = restraintColumns.filter(({ key }) => key !== 'oldmanName' && key !== 'place');

export function PersonRestraints({ personId, name }: { personId: number; name: string }) {
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const show = (id: number) => go(restraintAddress(id));
  return (
    <section aria-label="约束">
      <header>
        <h2>约束</h2>
      </header>
      <DataTable
        name="person-restraints"
        noun="约束单"
        route={restraints.page}
        fixed={{ oldmanId: personId }}
        columns={columns}
        state="own"
        height="content"
        addLabel="开具约束单"
        onAdd={may(restraints.order) ? () => setAdding(true) : undefined}
        onRowDoubleClick={({ id }) => show(id)}
        actions={({ id }) => [{ label: '查看', onClick: () => show(id) }]}
      />
      <Suspense fallback={null}>
        {adding && <RestraintForm person={{ id: personId, name }} onDone={show} onClose={() => setAdding(false)} />}
      </Suspense>
    </section>
  );
}
