/** Where the warning bell and the popup of new warnings are mounted; web/warnings/bell.tsx is it. */
import { Button } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useCan } from '#web/api/permissions.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { preferences } from '#web/theme/preferences.ts';

const PATIENCE_MS = 10_000;

const Bell = lazyPart<{ shown: boolean }>(() => import('./bell.tsx'));

/** Nobody may believe that all is quiet while the bell is missing; after an update of the server only a fresh page has it. */
function Missing() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, PATIENCE_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return late ? (
    <Button danger size="small" role="alert" onClick={() => location.reload()}>
      预警未就绪，点此刷新
    </Button>
  ) : null;
}

/** For everybody who may see warnings. Who hides the bell still gets the alarms: a switch for looks must not silence an SOS. */
export function BellPlace() {
  const can = useCan();
  const { shows } = useStore(preferences);
  if (!can('warning_devicewarning_view')) return null;
  return (
    <Suspense fallback={<Missing />}>
      <Bell shown={shows.warnings} />
    </Suspense>
  );
}
