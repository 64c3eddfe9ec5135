/** One's own picture. */
import { useState } from 'react';
import { ownAccounts } from '#contract/users/own-accounts.ts';
import { users } from '#contract/users/users.ts';
import { useSend } from '#web/api/call.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { ImageUpload } from '#web/ui/upload.tsx';

export function AvatarDialog({ open, avatar, onClose }: { open: boolean; avatar: string | null; onClose: () => void }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const save = useSend(users.edit, { changes: [users.info, ownAccounts.profile], onSuccess: onClose });
  return (
    <DraftDialog
      title="更换头像"
      open={open}
      onClose={onClose}
      isDirty={() => chosen !== null}
      okText="确定"
      okButtonProps={{ disabled: chosen === null || chosen === avatar }}
      confirmLoading={save.isPending}
      onOk={() => chosen && save.mutate({ avatar: chosen })}
      afterOpenChange={() => setChosen(null)}
      width={400}
    >
      <p className="o-lead">支持jpg、png图片，不超过5MB。</p>
      <ImageUpload value={chosen} onChange={setChosen} label="头像" />
    </DraftDialog>
  );
}
