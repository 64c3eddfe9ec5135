/** A button that lets one hear a sound as callers hear it; a second press stops it. */
import { PauseOutlined, SoundOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { callSounds } from '#contract/calls/call-sounds.ts';
import type { Piece } from '#contract/calls/spoken.rules.ts';
import type { Output } from '#contract/http.ts';
import { useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';

function end(player: HTMLAudioElement | null): void {
  if (!player) return;
  player.pause();
  URL.revokeObjectURL(player.src);
}

const wavOf = ({ type, content }: Output<typeof callSounds.listen>) =>
  new Blob([Uint8Array.from(atob(content), (char) => char.charCodeAt(0))], { type });

/** A sound of the institution. */
export function SoundButton({ id, label }: { id: number; label: string }) {
  const { play, ...player } = usePlayer();
  const { mutate, isPending } = useSend(callSounds.listen, { onSuccess: (sound) => play(wavOf(sound)) });
  return <PlayButton {...player} label={label} loading={isPending} onPlay={() => mutate({ id })} />;
}

/** A piece of the product's own. */
export function PieceButton({ piece, label }: { piece: Piece; label: string }) {
  const { play, ...player } = usePlayer();
  const { mutate, isPending } = useSend(callSounds.hear, { onSuccess: (sound) => play(wavOf(sound)) });
  return <PlayButton {...player} label={label} loading={isPending} onPlay={() => mutate({ piece })} />;
}

function usePlayer() {
  const audio = useRef<HTMLAudioElement | null>(null);
  const [playing, setPlaying] = useState(false);
  const stop = () => {
    end(audio.current);
    audio.current = null;
    setPlaying(false);
  };
  useEffect(() => () => end(audio.current), []);
  const play = (sound: Blob) => {
    const player = new Audio(URL.createObjectURL(sound));
    player.addEventListener('ended', stop);
    audio.current = player;
    setPlaying(true);
    player.play().catch(() => {
      stop();
      showMessage('error', '浏览器没有播放声音，请检查是否静音后重试');
    });
  };
  return { playing, play, stop };
}

interface ButtonProps {
  playing: boolean;
  loading: boolean;
  label: string;
  onPlay: () => void;
  stop: () => void;
}
function PlayButton({ playing, loading, label, onPlay, stop }: ButtonProps) {
  return (
    <Button
      type="text"
      size="small"
      icon={playing ? <PauseOutlined aria-hidden /> : <SoundOutlined aria-hidden />}
      aria-label={playing ? `停止播放${label}` : `试听${label}`}
      loading={loading}
      onClick={() => (playing ? stop() : onPlay())}
    />
  );
}
