/** /admin/post/index 岗位管理: what staff are employed as. */
import { Input, InputNumber } from 'antd';
import { posts } from '#contract/users/posts.ts';
import { titled } from '#contract/labels.ts';
import { postLabels } from '#contract/users/posts.labels.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';

const Field = labelledField(postLabels);
const Filter = labelledFilter(postLabels);

const columns: Column<RowOf<typeof posts.page>>[] = titled(postLabels, [
  { key: 'postName', width: 160, sort: 'post_name' },
  { key: 'postCode', width: 140, sort: 'post_code' },
  { key: 'postSort', width: 88, sort: 'post_sort' },
  { key: 'users', width: 88 },
  { key: 'remark', width: 260, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="postName">
      <Input placeholder="请输入岗位名称" allowClear maxLength={30} />
    </Filter>
    <Filter name="postCode">
      <Input placeholder="请输入岗位编码" allowClear maxLength={32} />
    </Filter>
  </>
);

const form = (
  <>
    <Field name="postName">
      <Input placeholder="如 护理组长" maxLength={30} />
    </Field>
    <Field name="postCode">
      <Input placeholder="如 head_carer" maxLength={32} />
    </Field>
    <Field name="postSort" extra="小的在前">
      <InputNumber min={0} max={9999} precision={0} placeholder="0" />
    </Field>
    <Field name="remark" wide>
      <Input.TextArea placeholder="请输入备注" maxLength={200} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
    </Field>
  </>
);

export default function Posts() {
  return (
    <CrudPage
      name="posts"
      noun="岗位"
      routes={posts}
      exportRoute={posts.export}
      columns={columns}
      filters={filters}
      form={form}
      idField="postId"
      size="small"
    />
  );
}
