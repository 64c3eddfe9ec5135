/** Name and the last four digits of the phone, faint, over everything: whoever photographs the screen signs the picture. */
import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { watermarkColors } from '#web/theme/drawn-colors.ts';
import { frame } from './curtain.ts';
import { useCurrentUser } from './current-user.ts';
import { useDark } from './use-dark.ts';
import './watermark.css';

const WIDTH = 260;
const HEIGHT = 150;

/** The address of a picture of the text, to be repeated; the policy for styles forbids what antd's own would write. */
async function drawn(text: string, isDark: boolean): Promise<string> {
  const dots = Math.max(1, window.devicePixelRatio);
  const canvas = new OffscreenCanvas(WIDTH * dots, HEIGHT * dots);
  const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  pen.scale(dots, dots);
  pen.translate(WIDTH / 2, HEIGHT / 2);
  pen.rotate(-0.36);
  pen.font = '15px sans-serif';
  pen.textAlign = 'center';
  pen.fillStyle = watermarkColors[isDark ? 'dark' : 'light'];
  pen.fillText(text, 0, 0);
  return URL.createObjectURL(await canvas.convertToBlob());
}

export default function Watermark(): ReactNode {
  const user = useCurrentUser()?.sysUser;
  const isDark = useDark();
  const [picture, setPicture] = useState<string | null>(null);
  const text = [user?.nickName || user?.username, user?.phone?.slice(-4)].filter(Boolean).join(' ');
  useEffect(() => {
    let made: string | null = null;
    let gone = false;
    async function draw() {
      made = await drawn(text, isDark);
      if (gone) URL.revokeObjectURL(made);
      else setPicture(made);
    }
    void draw();
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [text, isDark]);
  return createPortal(
    <div
      className="y-watermark"
      aria-hidden
      data-text={text}
      style={picture ? { backgroundImage: `url(${picture})`, backgroundSize: `${WIDTH}px ${HEIGHT}px` } : {}}
    />,
    frame,
  );
}
