/** 预警录像: what was recorded of an alarm, how far it is, and looking at it, which the server judges and writes down. */
import { PlayCircleOutlined, RedoOutlined, UploadOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Spin, Tag, Upload } from 'antd';
import { useState } from 'react';
import type { Output } from '#contract/http.ts';
import { warningClips } from '#contract/warnings/warning-clips.ts';
import { CLIP_PRIVACY, clipStateLabels, clipStates } from '#contract/warnings/warning-clips.rules.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { useMay } from '#web/ui/may.ts';
import { anyFile, uploadProblem } from '#web/ui/upload-rules.ts';
import { sendFile } from '#web/ui/uploads.ts';
import { WARNING_ROUTES } from './acknowledging.ts';

type Clip = Output<typeof warningClips.ofWarning>[number];

const changes = [warningClips.ofWarning, ...WARNING_ROUTES];
const BROKEN = '录像放不出来，请重新打开；仍不能播放时，请确认录像是H.264编码';

function Player({ clip, onClose }: { clip: Clip; onClose: () => void }) {
  const [broken, setBroken] = useState(false);
  const open = useSend(warningClips.look, { quiet: true });
  const start = () => {
    setBroken(false);
    open.mutate({ id: clip.id });
  };
  const problem = open.isError ? open.error.message : broken ? BROKEN : null;
  return (
    <Modal
      open
      centered
      destroyOnHidden
      width="min(960px, 92vw)"
      title="预警录像"
      footer={null}
      onCancel={onClose}
      afterOpenChange={(shown) => shown && start()}
    >
      {problem !== null && <Alert type="warning" showIcon title={problem} action={<Button onClick={start}>重新打开</Button>} />}
      {problem === null && !open.data && <Spin />}
      {problem === null && open.data && (
        <figure className="w-clip">
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- without sound: there is nothing that a caption could say */}
          <video
            src={open.data.address}
            controls
            autoPlay
            muted
            playsInline
            controlsList="nodownload"
            disablePictureInPicture
            aria-label="预警录像"
            // What was said in a room is nobody's to hear.
            onVolumeChange={({ currentTarget }) => (currentTarget.muted = true)}
            onError={() => setBroken(true)}
          />
          <figcaption>
            {open.data.emergency && <b>紧急查看，已记录。</b>}
            {CLIP_PRIVACY}
          </figcaption>
        </figure>
      )}
    </Modal>
  );
}

const sizeText = (bytes: number | null) => (bytes === null ? '' : `（${Math.max(0.1, Math.round(bytes / 104_857.6) / 10)}MB）`);

function OneClip({ clip, onOpen, onRetry }: { clip: Clip; onOpen: () => void; onRetry: (() => void) | null }) {
  const { state, problem, nextTime, size, uploadName } = clip;
  const why = problem && nextTime ? `${problem}，${nextTime.slice(11, 16)} 再试` : problem;
  if (state === clipStates.kept)
    return (
      <Button
        type="link"
        size="small"
        className="w-video"
        icon={<PlayCircleOutlined aria-hidden />}
        onClick={onOpen}
        title={uploadName ? `${uploadName}上传` : undefined}
      >
        查看视频{sizeText(size)}
      </Button>
    );
  const tone = state === clipStates.fetching ? 'processing' : state === clipStates.failed ? 'error' : 'default';
  return (
    <span className="w-video">
      <Tag color={tone}>{clipStateLabels[state]}</Tag>
      {why && <span className="w-faint">{why}</span>}
      {onRetry && clip.retriable && (
        <Button type="link" size="small" icon={<RedoOutlined aria-hidden />} onClick={onRetry}>
          重新获取
        </Button>
      )}
    </span>
  );
}

/** A recording that staff have. */
function AddClip({ warningId }: { warningId: number }) {
  const [percent, setPercent] = useState<number | null>(null);
  const add = useSend(warningClips.add, { changes });
  async function start(file: File) {
    const wrong = uploadProblem({ ...anyFile, types: ['mp4'], wrongType: '录像只能是 mp4 格式' }, file);
    if (wrong) return showMessage('error', wrong);
    try {
      add.mutate({ warningId, url: (await sendFile(file, setPercent)).url });
    } catch (error) {
      showMessage('error', (error as Error).message);
    } finally {
      setPercent(null);
    }
  }
  return (
    <Upload
      showUploadList={false}
      accept=".mp4"
      disabled={percent !== null}
      beforeUpload={(file) => (void start(file), Upload.LIST_IGNORE)}
    >
      <Button
        type="link"
        size="small"
        className="w-video"
        icon={<UploadOutlined aria-hidden />}
        loading={percent !== null || add.isPending}
      >
        {percent === null ? '上传录像' : `上传中 ${percent}%`}
      </Button>
    </Upload>
  );
}

/** The recordings of a warning. `expected`: it comes from a camera, so that none is worth saying. */
export function Clips({ warningId, expected }: { warningId: number; expected: boolean }) {
  const may = useMay();
  const [shown, setShown] = useState<number | null>(null);
  const { data } = useCall(warningClips.ofWarning, { warningId }, { quiet: true });
  const retry = useSend(warningClips.retry, { changes });
  if (!data || (data.length === 0 && !expected)) return null;
  const clip = data.find(({ id }) => id === shown);
  const mayLook = may(warningClips.look);
  return (
    <span className="w-clips">
      {data.map((one) => (
        <OneClip
          key={one.id}
          clip={one}
          onOpen={() => (mayLook ? setShown(one.id) : showMessage('warning', '您没有查看摄像头的权限'))}
          onRetry={may(warningClips.retry) ? () => retry.mutate({ id: one.id }) : null}
        />
      ))}
      {data.length === 0 && <span className="w-faint">（没有录像）</span>}
      {may(warningClips.add) && <AddClip warningId={warningId} />}
      {clip && <Player key={clip.id} clip={clip} onClose={() => setShown(null)} />}
    </span>
  );
}
