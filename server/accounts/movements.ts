/** The ledger of accounts: its list, its file, one movement for a receipt. */
import { movementFieldLabels } from '#contract/accounts/accounts.labels.ts';
import { movementLabels } from '#contract/accounts/accounts.rules.ts';
import { accountMovements as routes } from '#contract/accounts/accounts.ts';
import { titled } from '#contract/labels.ts';
import { notFound } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, pageOf } from '../lists/paging.ts';
import { exporting, type Export } from '../transfers/exports.ts';
import { movementList, toMovement } from './movement-rows.ts';

const movementSheet: Export<ReturnType<typeof toMovement>> = {
  name: '账户流水',
  list: movementList,
  columns: titled(movementFieldLabels, [
    { key: 'createTime', format: 'dateTime', width: 20 },
    { key: 'oldmanName', width: 12 },
    { key: 'tradingType', value: ({ tradingType }) => movementLabels[tradingType] ?? '', width: 10 },
    { key: 'cash', format: 'money', width: 14 },
    { key: 'grant', format: 'money', width: 14 },
    { key: 'deposit', format: 'money', width: 14 },
    { key: 'cashAfter', format: 'money', width: 14 },
    { key: 'grantAfter', format: 'money', width: 14 },
    { key: 'depositAfter', format: 'money', width: 14 },
    { key: 'payType', width: 12 },
    { key: 'number', width: 18 },
    { key: 'remarks', width: 30 },
    { key: 'createBy', width: 12 },
  ]),
};

export const accountMovements: Handlers<typeof routes> = {
  async page(input, context) {
    const list = movementList(context.session);
    const order = list.order(input);
    const found = await pageOf(context, input, await list.matching(input, context), (query) => inOrder(list.listed(query), order), order);
    return { ...found, records: found.records.map(toMovement) };
  },
  export: exporting(routes.export, movementSheet),
  async get({ id }, context) {
    const list = movementList(context.session);
    const row = await context.tx.row(list.listed((await list.matching({}, context)).where('account_movements.id', '=', id)));
    if (!row) throw notFound('账户流水');
    return toMovement(row);
  },
};
