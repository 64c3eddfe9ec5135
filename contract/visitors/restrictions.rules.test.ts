import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { restricts, type Comer, type Restriction } from './restrictions.rules.ts';

const entry = (more: Partial<Restriction> = {}): Restriction => ({
  person_id: 7,
  name: '赵强',
  phone: '13800000001',
  identity_hash: 'h1',
  relation: 2,
  starts_on: '2026-03-01',
  ends_on: '2026-03-31',
  ...more,
});
const comer = (more: Partial<Comer> = {}): Comer => ({
  person_id: 7,
  name: '赵强',
  phone: '13800000001',
  identity_hash: null,
  relation: 2,
  ...more,
});
const other = { phone: '13900000009' };

const CASES: [string, Restriction, Comer, string, boolean][] = [
  ['the phone', entry(), comer({ name: '化名' }), '2026-03-05', true],
  ['the identity number', entry(), comer({ ...other, name: '化名', identity_hash: 'h1' }), '2026-03-05', true],
  ['the name and the relation', entry(), comer(other), '2026-03-05', true],
  ['the name where no relation is said', entry(), comer({ ...other, relation: null }), '2026-03-05', true],
  ['the name with another relation', entry(), comer({ ...other, relation: 3 }), '2026-03-05', false],
  ['a visit of another resident', entry(), comer({ person_id: 8 }), '2026-03-05', false],
  ['a visit of no resident', entry(), comer({ person_id: null }), '2026-03-05', false],
  ['any resident, of who is not let into the house', entry({ person_id: null }), comer({ person_id: 8 }), '2026-03-05', true],
  ['only the name, of the whole house', entry({ person_id: null }), comer(other), '2026-03-05', false],
  ['the day before', entry(), comer(), '2026-02-28', false],
  ['the last day', entry(), comer(), '2026-03-31', true],
  ['the day after', entry(), comer(), '2026-04-01', false],
  ['years later, until further notice', entry({ ends_on: null }), comer(), '2030-01-01', true],
];

describe('a restricted visitor', () => {
  for (const [name, one, who, day, held] of CASES)
    it(`is ${held ? '' : 'not '}known by ${name}`, () => assert.equal(restricts(one, who, day), held));
});
