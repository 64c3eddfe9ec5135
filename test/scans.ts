/** Uploads of scans, as pages send them before a paper names them. */
import assert from 'node:assert/strict';
import type { Harness, TestUser } from './harness.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');

/** The name of a PDF in the store that this person has just uploaded. */
export async function uploadScan(t: Harness, as: TestUser, purpose: 'private' | 'shared' = 'private'): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(PDF)]), '身份证.pdf');
  const sent = await fetch(`${t.url}/admin/sys-file/upload?purpose=${purpose}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${as.token}` },
  });
  const { data, msg } = (await sent.json()) as { data: { fileName: string }; msg: string };
  assert.equal(sent.status, 200, msg);
  return data.fileName;
}
