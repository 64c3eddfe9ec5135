/** 导入, for whoever may: `<ImportButton noun="服务对象" routes={people} changes={[people.page]} />`. Lists have it by DataTable's `imports`. */
import { ImportOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { Route } from '#contract/http.ts';
import type { ImportRoutes } from './import-calls.ts';
import { useMay } from './may.ts';

const ImportDrawer = lazy(() => import('./import-drawer.tsx').then(({ ImportDrawer }) => ({ default: ImportDrawer })));

interface Props {
  noun: string;
  routes: ImportRoutes;
  /** Routes whose answers are stale afterwards. */
  changes: readonly Route[];
}

export function ImportButton({ noun, routes, changes }: Props) {
  const may = useMay();
  const [open, setOpen] = useState(false);
  if (!may(routes.import)) return null;
  return (
    <>
      <Button icon={<ImportOutlined aria-hidden />} onClick={() => setOpen(true)}>
        导入
      </Button>
      <Suspense fallback={null}>
        {open && <ImportDrawer noun={noun} routes={routes} changes={changes} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
