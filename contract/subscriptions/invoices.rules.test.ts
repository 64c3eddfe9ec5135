import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { invoiceKinds, invoiceProblem, type InvoiceForm } from './invoices.rules.ts';

const { ordinary, special } = invoiceKinds;
const NUMBER = '91110000MA01ABCD2X';
const whole = { kind: special, taxNumber: NUMBER, addressPhone: '北京市景山前街4号 010-12345678', bankAccount: '工商银行 6222' };
const TAX = '纳税人识别号应为15到20位大写字母或数字';

describe('an invoice', () => {
  it('is asked for with what its kind needs', () => {
    const cases: [InvoiceForm, problem: string | null][] = [
      [whole, null],
      [{ ...whole, taxNumber: null }, '专用发票需填写纳税人识别号'],
      [{ ...whole, addressPhone: null }, '专用发票需填写地址和电话'],
      [{ ...whole, addressPhone: '' }, '专用发票需填写地址和电话'],
      [{ ...whole, bankAccount: null }, '专用发票需填写开户行和账号'],
      [{ ...whole, bankAccount: '' }, '专用发票需填写开户行和账号'],
      [{ kind: special, taxNumber: null, addressPhone: null, bankAccount: null }, '专用发票需填写纳税人识别号'],
      [{ kind: ordinary, taxNumber: null, addressPhone: null, bankAccount: null }, null],
      [{ ...whole, kind: ordinary }, null],
    ];
    for (const [form, problem] of cases) assert.equal(invoiceProblem(form), problem, JSON.stringify(form));
  });

  it('of either kind has a tax number of 15 to 20 capitals and digits, or none', () => {
    for (const kind of [ordinary, special]) {
      for (const good of ['123456789012345', NUMBER, 'A'.repeat(20)])
        assert.equal(invoiceProblem({ ...whole, kind, taxNumber: good }), null, good);
      for (const bad of ['', '12345678901234', 'A'.repeat(21), NUMBER.toLowerCase(), ` ${NUMBER}`, `${NUMBER}\n`, '９'.repeat(18)])
        assert.equal(invoiceProblem({ ...whole, kind, taxNumber: bad }), TAX, JSON.stringify(bad));
    }
  });
});
