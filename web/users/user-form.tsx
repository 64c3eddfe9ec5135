/** Adding or changing a member of staff. The first password is made here and shown once. */
import { Alert, ConfigProvider, Form, Input, Select } from 'antd';
import type { Output } from '#contract/http.ts';
import { roles } from '#contract/users/roles.ts';
import { signInNameRule } from '#contract/users/sign-in-names.ts';
import { users } from '#contract/users/users.ts';
import { userLabels } from '#contract/users/users.labels.ts';
import { call, useCall } from '#web/api/call.ts';
import { DepartmentField } from '#web/ui/department-field.tsx';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { ImageUpload } from '#web/ui/upload.tsx';
import { digitsOnly } from '#web/ui/typing.ts';
import { PostsField } from './posts-field.tsx';
import { generatePassword, secureRandom } from './generated-password.ts';

const Field = labelledField(userLabels);

export interface Given {
  name: string;
  username: string;
  password: string;
}

interface RolesProps {
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
  disabled?: boolean;
}

/** Roles that the session may not give are there when somebody has them, and cannot be chosen. */
function RolesField({ id, value, onChange, disabled }: RolesProps) {
  const query = useCall(roles.grantable, {}, { staleTime: 30_000, quiet: true });
  const options = (query.data ?? []).map(({ roleId, roleName, grantable }) => ({
    value: roleId,
    label: roleName,
    disabled: !grantable,
    title: grantable ? roleName : `${roleName}：含有您没有的权限，不能授予`,
  }));
  return (
    <Select
      id={id}
      mode="multiple"
      value={query.data ? (value ?? []) : []}
      onChange={onChange}
      options={options}
      disabled={disabled}
      loading={query.isPending}
      status={query.isError ? 'warning' : ''}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="请选择角色"
      onOpenChange={(open) => open && query.isError && void query.refetch()}
      notFoundContent={query.isError ? '加载失败，请重新打开' : '暂无角色'}
    />
  );
}

const NAME = users.create.input.shape.username;

/** What is wrong with a sign-in name; asks the server once it is well-formed. */
async function nameProblem(value: string): Promise<void> {
  const parsed = NAME.safeParse(value ?? '');
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message);
  // Whether it can be asked or not, the server looks again.
  const free = await call(users.isFree, { username: parsed.data }, { quiet: true }).catch(() => true);
  if (!free) throw new Error('用户名已存在');
}

/** Members of other tenants keep their name and password at home; nobody changes his own rights. */
function Fields({ isNew, own }: { isNew: boolean; own: boolean }) {
  const form = Form.useFormInstance();
  const external = Form.useWatch<boolean | undefined>('external', { form, preserve: true }) === true;
  return (
    <>
      {external && <Alert className="y-form-wide" type="info" showIcon title="该用户的账号属于其他机构，用户名和密码只能在原机构修改。" />}
      {own && <Alert className="y-form-wide" type="info" showIcon title="不能修改自己的角色、部门和状态；密码请在个人信息中修改。" />}
      <Field name="nickName" rules={[{ required: true, whitespace: true, message: '请输入姓名' }]}>
        <Input placeholder="请输入姓名" maxLength={20} />
      </Field>
      <Field
        name="username"
        validateDebounce={400}
        {...(isNew
          ? { rules: [{ required: true, validator: (_rule: unknown, value: string) => nameProblem(value) }], hasFeedback: true }
          : {})}
        extra={isNew ? '登录时使用，所有机构内唯一' : undefined}
      >
        <Input placeholder={signInNameRule} maxLength={32} autoComplete="off" disabled={external || undefined} />
      </Field>
      <Field name="phone" normalize={(text: string) => (text.includes('*') ? text : digitsOnly(text))}>
        <Input placeholder="11位手机号" maxLength={11} inputMode="tel" autoComplete="off" />
      </Field>
      <Field name="deptId">{own ? <OwnDepartment /> : <DepartmentField />}</Field>
      <Field name="role" wide extra="权限为所有角色之和；灰色的角色含有您没有的权限，不能授予">
        <RolesField disabled={own} />
      </Field>
      <Field name="post" wide>
        <PostsField />
      </Field>
      <Field name="skills" wide extra="派单时按技能挑选，可输入后按回车">
        <Select
          mode="tags"
          maxCount={20}
          tokenSeparators={['，', ',', '、']}
          placeholder="如 助浴、康复、急救"
          options={[]}
          open={false}
          suffixIcon={null}
        />
      </Field>
      <Field name="avatar" wide>
        <ImageUpload label="头像" />
      </Field>
      {isNew && (
        <Alert className="y-form-wide" type="info" showIcon title="保存后显示自动生成的初始密码，只显示这一次；对方登录后必须先修改。" />
      )}
    </>
  );
}

/** One's own department is shown and stays. */
const OwnDepartment = (props: { id?: string; value?: number | null }) => (
  <ConfigProvider componentDisabled>
    <DepartmentField {...props} />
  </ConfigProvider>
);

const toForm = ({
  username,
  nickName,
  phone,
  deptId,
  avatar,
  skills,
  roleList,
  postList,
  external,
}: NonNullable<Output<typeof users.details>>) => ({
  username,
  nickName,
  ...(phone ? { phone } : {}),
  ...(deptId ? { deptId } : {}),
  ...(avatar ? { avatar } : {}),
  skills,
  external,
  post: postList.map(({ postId }) => postId),
  role: roleList.map(({ roleId }) => roleId),
});

const routes = { page: users.page, create: users.create, get: users.details, update: users.update, remove: users.remove };

interface Props {
  /** Null for a new one. */
  id: number | null;
  own: boolean;
  /** The department that a new one is to be in. */
  deptId: number | null;
  onGiven: (given: Given) => void;
  onClose: () => void;
}

export function UserForm({ id, own, deptId, onGiven, onClose }: Props) {
  const toInput = (values: Record<string, unknown>) => ({
    ...values,
    ...(values.phone === undefined ? { phone: null } : {}),
    ...(id === null ? { password: generatePassword(secureRandom), role: values.role ?? [], skills: values.skills ?? [] } : {}),
  });
  return (
    <CrudDrawer
      noun="用户"
      routes={routes}
      id={id}
      idField="userId"
      initial={{ skills: [], role: [], post: [], ...(deptId ? { deptId } : {}) }}
      toForm={toForm}
      toInput={toInput}
      onSaved={(input) => {
        if (id === null)
          onGiven({ name: input.nickName as string, username: input.username as string, password: input.password as string });
      }}
      onClose={onClose}
    >
      <Fields isNew={id === null} own={own} />
    </CrudDrawer>
  );
}
