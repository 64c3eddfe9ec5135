/** Province, city, district by the six-digit code. Where a level is missing (重庆) or empty (东莞) the path is shorter. */
import { Cascader } from 'antd';
import { useMemo } from 'react';
import { regions } from '#contract/regions.ts';
import { chainOf, namesOf, optionsOf, type Region } from '#contract/regions.rules.ts';
import { useCall } from '#web/api/call.ts';

/** The tree, read once for the session. */
export function useRegions() {
  return useCall(regions.tree, {}, { staleTime: Infinity, gcTime: Infinity, quiet: true });
}

interface Props {
  id?: string;
  value?: string | null;
  /** The code, and the names from the province down. */
  onChange?: (code: string | null, names: string[]) => void;
  /** Provinces and cities may be chosen, too. */
  anyLevel?: boolean;
  disabled?: boolean;
  placeholder?: string;
}

export function RegionCascader({ id, value, onChange, anyLevel = false, disabled, placeholder = '请选择省/市/区' }: Props) {
  const { data, isPending, isError, refetch } = useRegions();
  const tree = data as readonly Region[] | undefined;
  const options = useMemo(() => (tree ? optionsOf(tree) : []), [tree]);
  const path = tree && value ? chainOf(tree, value).map(({ c }) => c) : [];
  return (
    <Cascader
      id={id}
      options={options}
      value={path.length > 0 ? path : undefined}
      onChange={(codes) => {
        const code = (codes as string[] | undefined)?.at(-1) ?? null;
        onChange?.(code, tree && code ? namesOf(tree, code) : []);
      }}
      changeOnSelect={anyLevel}
      showSearch={{ matchInputWidth: false, limit: 50 }}
      loading={isPending}
      status={isError ? 'warning' : undefined}
      onOpenChange={(open) => open && isError && void refetch()}
      notFoundContent={isError ? '加载失败，请重新打开' : isPending ? '加载中…' : '没有符合的地区'}
      placeholder={placeholder}
      disabled={disabled}
      allowClear
    />
  );
}

/** `440305` as 广东省深圳市南山区; `--` when unknown. */
export function RegionName({ code }: { code: string | null | undefined }) {
  const { data } = useRegions();
  const names = data && code ? namesOf(data as readonly Region[], code) : [];
  return names.length > 0 ? <>{names.join('')}</> : <span className="y-missing">--</span>;
}
