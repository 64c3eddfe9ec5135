/** One of the service areas, for a search. */
import { Select } from 'antd';
import { homeAreas } from '#contract/home-care/home-areas.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';

interface Props {
  id?: string;
  /** As the address keeps it. */
  value?: string;
  onChange?: (id: string | undefined) => void;
}

export function AreaSelect(props: Props) {
  const may = useMay();
  const { data, isPending } = useCall(
    homeAreas.page,
    { current: 1, size: 100 },
    { quiet: true, staleTime: 60_000, enabled: may(homeAreas.page) },
  );
  const options = (data?.records ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return <Select {...props} allowClear placeholder="全部" loading={isPending && may(homeAreas.page)} options={options} />;
}
