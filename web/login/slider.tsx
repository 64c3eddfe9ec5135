/** The puzzle of the captcha: a slider moves the piece, letting go of it (or Enter) asks the server. */
import { useEffect, useState } from 'react';
import './slider.css';

interface Puzzle {
  originalImageBase64: string;
  jigsawImageBase64: string;
  token: string;
}

const WIDTH = 310;
const PIECE = 47;

const read = <T,>(url: string, body?: URLSearchParams): Promise<T | null> =>
  fetch(url, { ...(body ? { method: 'POST', body } : {}), signal: AbortSignal.timeout(15_000) })
    .then(async (answer) => (answer.ok ? ((await answer.json()) as { data: T }).data : null))
    .catch(() => null);

const readPuzzle = (round: number): Promise<Puzzle | null> =>
  read<{ repData: Puzzle }>(`/code?type=blockPuzzle&round=${round}`).then((answer) => answer?.repData ?? null);

let early: Promise<Puzzle | null> | null = null;

/** Asks for the puzzle that the next slider begins with: drawing the login page takes longer than the answer. Ends, also when there is none. */
export async function askPuzzle(): Promise<void> {
  early = readPuzzle(0);
  await early;
}

/** `onSolved` gets the token that proves it, and null when a new puzzle is shown. */
export function Slider({ onSolved }: { onSolved: (token: string | null) => void }) {
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null);
  const [round, setRound] = useState(0);
  const [x, setX] = useState(0);
  const [state, setState] = useState<'open' | 'checking' | 'solved'>('open');
  const [said, setSaid] = useState('');

  useEffect(() => {
    let wanted = true;
    const load = async () => {
      const asked = early ?? readPuzzle(round);
      early = null;
      const answer = await asked;
      if (!wanted) return;
      setPuzzle(answer);
      setX(0);
      setState('open');
      if (!answer) setSaid('拼图加载失败，请点击“换一张”重试');
    };
    void load();
    return () => void (wanted = false);
  }, [round]);

  function replace(text: string) {
    setSaid(text);
    onSolved(null);
    setRound(round + 1);
  }

  async function check() {
    if (!puzzle || state !== 'open' || x === 0) return;
    setState('checking');
    const form = new URLSearchParams({ token: puzzle.token, pointJson: JSON.stringify({ x, y: 5 }) });
    const answer = await read<{ success: boolean; repMsg: string | null }>('/code/check', form);
    if (!answer?.success) return replace(`${answer?.repMsg ?? '网络连接失败'}，请重试`);
    setState('solved');
    setSaid('验证通过');
    onSolved(puzzle.token);
  }

  return (
    <div className="l-slider" data-state={state}>
      <div className="l-puzzle">
        {puzzle && (
          <>
            <img
              src={`data:image/png;base64,${puzzle.originalImageBase64}`}
              alt="缺了一块的图片"
              width={WIDTH}
              height={155}
              draggable={false}
            />
            <img
              className="l-piece"
              src={`data:image/png;base64,${puzzle.jigsawImageBase64}`}
              alt=""
              width={PIECE}
              height={155}
              draggable={false}
              style={{ transform: `translateX(${x}px)` }}
            />
          </>
        )}
        <button type="button" className="l-replace" onClick={() => replace('')}>
          换一张
        </button>
      </div>
      <input
        className="l-range"
        type="range"
        aria-label="拖动滑块，把缺块移到缺口处，按回车确认"
        min={0}
        max={WIDTH - PIECE}
        value={x}
        disabled={!puzzle || state !== 'open'}
        onChange={(event) => setX(Number(event.target.value))}
        onPointerUp={() => void check()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void check();
        }}
      />
      <p className="l-slider-said" role="status">
        {said || '拖动滑块完成拼图'}
      </p>
    </div>
  );
}
