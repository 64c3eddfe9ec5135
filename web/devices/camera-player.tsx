/** Plays what a look has opened: HLS by hls.js, a clip by the browser. Asks again every minute whether one may still look. */
import { Alert, Button, Spin } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { cameras, PRIVACY, RENEW_SECONDS } from '#contract/devices/cameras.ts';
import type { Output } from '#contract/http.ts';
import { call } from '#web/api/call.ts';
import './cameras.css';

export type Look = Output<typeof cameras.look>;

const BROKEN = '画面中断了，请稍后重试；如果一直没有画面，请确认摄像头使用H.264编码';

/** What the server said about the picture, for the person; its answers are our envelopes. */
async function reasonOf(address: string): Promise<string | null> {
  try {
    const answer = await fetch(address);
    return answer.ok ? null : (((await answer.json()) as { msg?: string }).msg ?? null);
  } catch {
    return '网络连接失败，请检查网络';
  }
}

/** `onAgain` opens a new look. */
export function CameraPlayer({ look, label, onAgain }: { look: Look; label: string; onAgain: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const ticket = useRef(look.ticket);
  const [problem, setProblem] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(true);

  useEffect(() => {
    const element = video.current;
    if (!element || problem !== null) return;
    let over = false;
    let end = () => {};
    const fail = async () => {
      const reason = await reasonOf(`/tenant-device/camera/stream/${ticket.current}`);
      if (!over) setProblem(reason ?? BROKEN);
    };
    async function play(element: HTMLVideoElement) {
      if (look.kind === 'clip') {
        element.src = look.address;
        return;
      }
      const { default: Hls } = await import('hls.js/light');
      if (over) return;
      if (!Hls.isSupported()) {
        element.src = look.address;
        return;
      }
      const hls = new Hls({
        enableWorker: false,
        liveSyncDurationCount: 2,
        // The ticket in the address lives for minutes, the picture for as long as somebody looks.
        xhrSetup: (request, url) => request.open('GET', url.replace(/\/stream\/[^?]+/, `/stream/${ticket.current}`), true),
      });
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
        if (fatal) void fail();
      });
      hls.on(Hls.Events.MANIFEST_PARSED, () => void element.play().catch(() => {}));
      hls.loadSource(look.address);
      hls.attachMedia(element);
      end = () => hls.destroy();
    }
    void play(element).catch(() => setProblem(BROKEN));
    const renewal = setInterval(() => {
      call(cameras.renew, { lookId: look.lookId }, { quiet: true }).then(
        (next) => (ticket.current = next.ticket),
        (error: Error & { status?: number }) => {
          // A network that is away for a moment ends nothing: the ticket is good for some minutes.
          if (!over && error.status !== 0) setProblem(error.message);
        },
      );
    }, RENEW_SECONDS * 1000);
    return () => {
      over = true;
      clearInterval(renewal);
      end();
      element.removeAttribute('src');
      element.load();
    };
  }, [look, problem]);

  if (problem !== null)
    return (
      <Alert
        type="warning"
        showIcon
        title={problem}
        action={
          <Button size="small" onClick={onAgain}>
            重新打开
          </Button>
        }
      />
    );
  return (
    <figure className="d-camera" data-waiting={waiting || undefined}>
      {/* Without sound: there is nothing that a caption could say. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={video}
        muted
        autoPlay
        playsInline
        controls
        controlsList="nodownload"
        disablePictureInPicture
        aria-label={label}
        onPlaying={() => setWaiting(false)}
        onLoadedData={() => setWaiting(false)}
        onError={() => look.kind === 'clip' && setProblem(BROKEN)}
      />
      {waiting && (
        <div className="d-camera-wait" role="status">
          <Spin /> <span>正在连接画面…</span>
        </div>
      )}
      <figcaption>
        {look.emergency && <b>紧急查看，已记录。</b>}
        {PRIVACY}
      </figcaption>
    </figure>
  );
}
