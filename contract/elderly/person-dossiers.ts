/** 个人档案: all that is kept of one person as one file, for whom the law gives a copy of it. */
import { z } from 'zod';
import { id, required } from '../fields.ts';
import { post } from '../http.ts';
import { Started } from '../transfers/transfers.ts';

export const personDossiers = {
  /** Begins a task; its file is there for who asked, for five hours (contract/transfers/transfers.ts). */
  start: post('/members/oldman/{id}/dossier', '导出个人档案', {
    access: 'members_oldman_dossier',
    rate: 'export',
    input: z.object({ id, reason: required(100, '请填写导出原因') }),
    output: Started,
  }),
};
