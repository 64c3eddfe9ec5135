/** The form of a paper, and its values as the drawer and the calls have them. */
import { Input } from 'antd';
import { documentLabels } from '#contract/elderly/person-documents.labels.ts';
import { MOST_FILES } from '#contract/elderly/person-documents.rules.ts';
import { personDocuments } from '#contract/elderly/person-documents.ts';
import type { Output } from '#contract/http.ts';
import { Day } from '#web/ui/day.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { ResidentField } from '#web/ui/resident-field.tsx';
import { Carried } from '#web/ui/carried.tsx';
import { scan } from '#web/ui/upload-rules.ts';
import { FilesUpload, type KeptFile } from '#web/ui/upload.tsx';

const Field = labelledField(documentLabels);

export type DocumentDetail = Output<typeof personDocuments.get>;

/** What pages read anew after a paper has changed. */
export const documentChanges = { changes: [personDocuments.page, personDocuments.get] };

/** The name of a stored file in any address of it. */
const nameIn = (address: string) => (address.split('?')[0] as string).split('/').at(-1) as string;

export const documentToForm = ({ files, ...row }: DocumentDetail) => ({
  ...row,
  files: files.map(({ original, link }) => ({ fileName: original, fileUrl: link })),
});

/** What a renewal begins with: the same paper without days and scans. */
export const documentToRenewal = ({ title, number, note }: DocumentDetail) => ({ title, number, note, files: [] });

export const documentToInput = ({ files, oldmanName: _name, ...values }: Record<string, unknown>) => ({
  ...values,
  files: ((files ?? []) as KeptFile[]).map(({ fileUrl }) => nameIn(fileUrl)),
});

/** `of` says what of a paper is given already: its person, or with a renewal its type as well. */
export const documentFields = (of: 'any' | 'person' | 'renewal') => (
  <>
    {of === 'any' && (
      <Field name="oldmanId" extra="留空为本机构的文件">
        <ResidentField placeholder="不选则归本机构" />
      </Field>
    )}
    {of !== 'renewal' && (
      <Field name="type" missing="请选择文件类型">
        <DictionarySelect type={documentLabels.type.dictionary} numeric allowClear={false} />
      </Field>
    )}
    <Field name="title">
      <Input maxLength={50} placeholder="例如 身份证正反面" />
    </Field>
    <Field name="number">
      <Input maxLength={50} placeholder="证件上的号码，可不填" />
    </Field>
    <Field name="issuedDate">
      <Day />
    </Field>
    <Field name="expireDate" extra="长期有效的不填">
      <Day />
    </Field>
    <Field name="note" wide>
      <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} placeholder="原件存放处等" />
    </Field>
    <Field name="files" wide rules={[]}>
      <FilesUpload rule={scan} most={MOST_FILES} purpose="private" drop />
    </Field>
    {of === 'any' && <Carried name="oldmanName" />}
  </>
);
