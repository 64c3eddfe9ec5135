/** The posts of a member of staff, several of them. */
import { Select } from 'antd';
import { posts } from '#contract/users/posts.ts';
import { useCall } from '#web/api/call.ts';

interface Props {
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
}

export function PostsField({ id, value, onChange }: Props) {
  const query = useCall(posts.list, {}, { staleTime: 30_000, quiet: true });
  return (
    <Select
      id={id}
      mode="multiple"
      value={query.data ? (value ?? []) : []}
      onChange={onChange}
      options={(query.data ?? []).map(({ postId, postName }) => ({ value: postId, label: postName }))}
      loading={query.isPending}
      status={query.isError ? 'warning' : ''}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="请选择岗位"
      onOpenChange={(open) => open && query.isError && void query.refetch()}
      notFoundContent={query.isError ? '加载失败，请重新打开' : '暂无岗位，可在岗位管理中新增'}
    />
  );
}
