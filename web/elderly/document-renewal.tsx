/** Filing the paper that follows another one, which is kept as 已更新. */
import { Form, Skeleton } from 'antd';
import { useMemo } from 'react';
import { personDocuments } from '#contract/elderly/person-documents.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm } from '#web/ui/form.tsx';
import { documentChanges, documentFields, documentToInput, documentToRenewal } from './document-fields.tsx';

export default function DocumentRenewal({ id, onClose }: { id: number; onClose: () => void }) {
  const [form] = Form.useForm();
  const { data } = useCall(personDocuments.get, { id }, { staleTime: Infinity });
  const send = useSend(personDocuments.renew, { ...documentChanges, once: true, onSuccess: onClose });
  const initial = useMemo(() => data && documentToRenewal(data), [data]);
  return (
    <SideDrawer
      title={data ? `更新“${data.title}”` : '更新档案文件'}
      open
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="保存"
      confirming={send.isPending}
      confirmDisabled={!data}
      onConfirm={() => form.submit()}
    >
      {data && initial ? (
        <ContractForm
          route={personDocuments.renew}
          form={form}
          initialValues={initial}
          onSubmit={(values) => send.mutate({ ...documentToInput(values), id, version: data.version } as never)}
        >
          {documentFields('renewal')}
        </ContractForm>
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
    </SideDrawer>
  );
}
