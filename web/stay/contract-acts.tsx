/** What can be done with a contract, in its list and with its person. */
import { useState, type ReactNode } from 'react';
import { contractLabels } from '#contract/stay/contracts.labels.ts';
import { contractStates } from '#contract/stay/contracts.rules.ts';
import { contracts } from '#contract/stay/contracts.ts';
import { useSend } from '#web/api/call.ts';
import { PictureListField } from '#web/approvals/picture-list-field.tsx';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useMay } from '#web/ui/may.ts';
import type { RowAction } from '#web/ui/row-actions.tsx';
import { UploadItem } from '#web/ui/upload-wait.tsx';
import { contractChanges, type Contract } from './stay-calls.ts';

const ContractDrawer = lazyPart(() => import('./contract-drawer.tsx'));
const ContractPaper = lazyPart(() => import('./contract-paper.tsx'));

type What = 'change' | 'files' | 'print';

function Files({ contract: { id, version, files }, onClose }: { contract: Contract; onClose: () => void }) {
  const attach = useSend(contracts.attach, { ...contractChanges, onSuccess: onClose });
  return (
    <FormDialog<{ files?: string[] }>
      title={contractLabels.files}
      okText="保存"
      pending={attach.isPending}
      initial={{ files }}
      onSubmit={(values) => attach.mutate({ id, version, files: values.files ?? [] })}
      onClose={onClose}
    >
      <UploadItem name="files" label="拍照或扫描后上传">
        <PictureListField />
      </UploadItem>
    </FormDialog>
  );
}

function Dialog({ what, contract, onClose }: { what: What; contract: Contract; onClose: () => void }) {
  if (what === 'change') return <ContractDrawer last={contract} onClose={onClose} />;
  return what === 'files' ? <Files contract={contract} onClose={onClose} /> : <ContractPaper contract={contract} onDone={onClose} />;
}

/** `actionsOf` a part; `isLast`: no other part follows it. `dialogs` stand below the page, in a Suspense. */
export function useContractActs(): { actionsOf: (contract: Contract, isLast: boolean) => RowAction[]; dialogs: ReactNode } {
  const may = useMay()(contracts.change);
  const [asked, setAsked] = useState<{ what: What; contract: Contract } | null>(null);
  const withdraw = useSend(contracts.withdraw, contractChanges);
  const actionsOf = (contract: Contract, isLast: boolean): RowAction[] => {
    const ask = (what: What) => () => setAsked({ what, contract });
    const open = may && isLast && contract.endedDate === null;
    const planned = contract.part > 1 && contract.state === contractStates.planned;
    return [
      { label: '变更', onClick: ask('change'), when: open },
      { label: '打印', onClick: ask('print') },
      { label: contractLabels.files, onClick: ask('files'), when: may },
      {
        label: '撤销变更',
        danger: true,
        menu: true,
        confirm: '确定撤销这次还没有生效的变更吗？',
        onClick: () => withdraw.mutate({ id: contract.id, version: contract.version }),
        when: open && planned,
      },
    ];
  };
  const dialogs = asked && <Dialog key={`${asked.what}.${asked.contract.id}`} {...asked} onClose={() => setAsked(null)} />;
  return { actionsOf, dialogs };
}
