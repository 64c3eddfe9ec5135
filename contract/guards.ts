/**
 * Keys by which money, rights or identity would change, with the words that staff know.
 * A route that deals with them names its own in `guards`:
 * such a key that the route does not take is refused by name, unless it says what stands anyway. All other unknown keys are dropped.
 */

import type { Route } from './http.ts';

/** Field on the wire → what a refusal calls it. */
export type Guards = Readonly<Record<string, string>>;

export const rights: Guards = {
  role: '角色',
  roles: '角色',
  roleId: '角色',
  roleIds: '角色',
  roleList: '角色',
  permission: '权限',
  permissions: '权限',
  authorities: '权限',
  menuIds: '菜单权限',
  dsType: '数据范围',
  dsScope: '数据范围',
  dsDepts: '数据范围',
  superAdmin: '超级管理员',
  isAdmin: '管理员',
  admin: '管理员',
};

export const identity: Guards = {
  tenantId: '所属机构',
  tenantIds: '所属机构',
  ptenantId: '上级机构',
  userId: '用户',
  external: '账号归属',
};

export const money: Guards = {
  price: '价格',
  unitPrice: '单价',
  totalPrice: '总价',
  originalPrice: '原价',
  payPrice: '支付金额',
  amount: '金额',
  totalAmount: '总金额',
  payAmount: '支付金额',
  refundAmount: '退款金额',
  discount: '优惠',
  fee: '费用',
  payStatus: '支付状态',
  paid: '支付状态',
  payTime: '支付时间',
};

/** Which call of the same service answers the row that a guarded route writes. */
export interface Standing {
  /** Name of the call. */
  call: string;
  /** The field of the guarded route's input that names the row; none for what is the caller's own. */
  by?: string;
  /** Where in the answer the row is. */
  within?: string;
}

/** For a service: `guards` on each of its calls that writes, and the row that they are compared with. */
export const guarding =
  (guards: Guards, standing: Standing | null = null) =>
  <S extends Record<string, Route>>(service: S): S => {
    const guarded = (route: Route) => ({ ...route, guards: route.guards ?? guards, standing: route.standing ?? standing });
    return Object.fromEntries(Object.entries(service).map(([name, route]) => [name, route.method === 'GET' ? route : guarded(route)])) as S;
  };
