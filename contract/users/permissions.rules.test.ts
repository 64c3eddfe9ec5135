import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { spelled } from './permissions.rules.ts';

const importable = new Set(['sys_user_import']);

describe('permissions of import and export', () => {
  it('are one name for both, where the family asks for one', () => {
    assert.deepEqual(spelled(['sys_user_import_export'], importable).sort(), [
      'sys_user_export',
      'sys_user_import',
      'sys_user_import_export',
    ]);
    assert.deepEqual(spelled(['sys_user_import', 'sys_user_export'], importable).sort(), [
      'sys_user_export',
      'sys_user_import',
      'sys_user_import_export',
    ]);
  });

  it('of a list that only exports, the name is the export alone', () => {
    assert.deepEqual(spelled(['sys_role_import_export'], importable).sort(), ['sys_role_export', 'sys_role_import_export']);
    assert.deepEqual(spelled(['sys_role_export'], importable).sort(), ['sys_role_export', 'sys_role_import_export']);
  });

  it('grant nothing that was not given: one of two is not both', () => {
    assert.deepEqual(spelled(['sys_user_export'], importable), ['sys_user_export']);
    assert.deepEqual(spelled(['sys_user_import', 'members_oldman_view'], importable), ['sys_user_import', 'members_oldman_view']);
  });
});
