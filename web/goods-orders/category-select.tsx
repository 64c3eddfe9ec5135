/** The categories of goods as options. */
import { Select } from 'antd';
import { productCategories } from '#contract/goods-orders/product-categories.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';

interface Props {
  id?: string;
  value?: number | string | null;
  onChange?: (id: number | null) => void;
  placeholder?: string;
}

export function CategorySelect({ id, value, onChange, placeholder = '请选择商品分类' }: Props) {
  const may = useMay()(productCategories.page);
  const { data, isPending, isError, refetch } = useCall(
    productCategories.page,
    { size: 1000 },
    { enabled: may, staleTime: 60_000, quiet: true },
  );
  return (
    <Select
      id={id}
      value={value ? Number(value) : undefined}
      onChange={(one?: number) => onChange?.(one ?? null)}
      options={(data?.records ?? []).map((category) => ({ value: category.id, label: category.name }))}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      disabled={!may}
      loading={may && isPending}
      status={isError ? 'warning' : ''}
      onOpenChange={(open) => open && isError && void refetch()}
      placeholder={placeholder}
      notFoundContent={isError ? '加载失败，请重新打开' : isPending ? '加载中…' : '暂无商品分类，请先新增'}
    />
  );
}
