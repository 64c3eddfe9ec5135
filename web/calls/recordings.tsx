/** The recordings of a call: listening with both channels drawn, notes at a moment, who listened, download. */
import { DownloadOutlined, PauseOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input, Segmented, Spin } from 'antd';
import { useRef, useState } from 'react';
import { clockText } from '#contract/calls/call-page.rules.ts';
import { callInspections } from '#contract/calls/call-inspections.ts';
import { callRecordings } from '#contract/calls/call-recordings.ts';
import type { callRecords } from '#contract/calls/call-records.ts';
import { durationText } from '#contract/calls/call-words.rules.ts';
import type { Output } from '#contract/http.ts';
import { useSend } from '#web/api/call.ts';
import { useDownload } from '#web/ui/downloads.ts';
import { useMay } from '#web/ui/may.ts';
import { Waveform } from './waveform.tsx';
import './records.css';

export type RecordingRow = Output<typeof callRecords.get>['recordingList'][number];
type Opened = Output<typeof callRecordings.listen>;

const SPEEDS = [1, 1.25, 1.5, 2].map((value) => ({ value, label: `${value}×` }));
const clock = (ms: number) => clockText(ms / 1000);
const BROKEN = '录音放不出来，请重新打开';

interface NotesProps {
  id: number;
  notes: Opened['notes'];
  /** Notes are of this score, too. */
  inspectionId: number | undefined;
  now: number;
  onSeek: (atMs: number) => void;
  onAdded: (note: Opened['notes'][number]) => void;
}
function Notes({ id, notes, inspectionId, now, onSeek, onAdded }: NotesProps) {
  const [note, setNote] = useState('');
  const send = useSend(callRecordings.note, {
    changes: inspectionId === undefined ? [] : [callInspections.get],
    // Not read again: another address would begin the sound anew.
    onSuccess: (noteId, { atMs, note: text }) => {
      setNote('');
      onAdded({ id: noteId, atMs: Number(atMs), note: text, userName: '', time: '' });
    },
  });
  return (
    <>
      <Form layout="inline" onFinish={() => note.trim() && send.mutate({ id, atMs: Math.round(now), note: note.trim(), inspectionId })}>
        <Input
          aria-label="标注"
          placeholder={`在 ${clock(now)} 处标注`}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          style={{ flex: 1 }}
        />
        <Button htmlType="submit" disabled={!note.trim()} loading={send.isPending}>
          标注
        </Button>
      </Form>
      {notes.length > 0 && (
        <ul className="cr-lines" aria-label="标注">
          {notes.map(({ id: noteId, atMs, note: text, userName }) => (
            <li key={noteId}>
              <Button type="link" size="small" onClick={() => onSeek(atMs)}>
                {clock(atMs)}
              </Button>{' '}
              {text} <span className="cr-quiet">{userName}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const Listens = ({ listens }: Pick<Opened, 'listens'>) => (
  <details>
    <summary>收听与下载记录（{listens.length}）</summary>
    <ul className="cr-lines">
      {listens.map(({ id, what, userName, address, time }) => (
        <li key={id}>
          {time} {userName} {what === 2 ? '下载' : '收听'} <span className="cr-quiet">{address}</span>
        </li>
      ))}
    </ul>
  </details>
);

interface PlayerProps {
  id: number;
  opened: Opened;
  inspectionId: number | undefined;
  onAgain: () => void;
}
function Player({ id, opened, inspectionId, onAgain }: PlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [now, setNow] = useState(0);
  const [playing, setPlaying] = useState(true);
  const [speed, setSpeed] = useState(1);
  const [broken, setBroken] = useState(false);
  const [added, setAdded] = useState<Opened['notes']>([]);
  const { durationMs, left, right, listens, complete } = opened;
  const notes = [...opened.notes, ...added].toSorted((one, other) => one.atMs - other.atMs);
  const seek = (ms: number) => {
    if (audio.current) audio.current.currentTime = ms / 1000;
    setNow(ms);
  };
  const toggle = () => {
    const player = audio.current;
    if (player) void (player.paused ? player.play().catch(() => setBroken(true)) : player.pause());
  };
  return (
    <div className="cr-player">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a call as it was spoken: there is no text of it */}
      <audio
        ref={audio}
        src={opened.address}
        autoPlay
        onTimeUpdate={({ currentTarget }) => setNow(currentTarget.currentTime * 1000)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={() => setBroken(true)}
      />
      {broken && <Alert type="warning" showIcon title={BROKEN} action={<Button onClick={onAgain}>重新打开</Button>} />}
      {!complete && <Alert type="info" showIcon title="录音中途断开，只有前面的部分" />}
      <Waveform
        left={left}
        right={right}
        at={durationMs === 0 ? 0 : now / durationMs}
        marks={durationMs === 0 ? [] : notes.map(({ atMs }) => atMs / durationMs)}
        label="播放位置，上为对方，下为坐席"
        valueText={`${clock(now)}，共${clock(durationMs)}`}
        onSeek={(at) => seek(at * durationMs)}
      />
      <div className="cr-controls">
        <Button
          icon={playing ? <PauseOutlined aria-hidden /> : <PlayCircleOutlined aria-hidden />}
          onClick={toggle}
          aria-label={playing ? '暂停' : '播放'}
        />
        <span>
          {clock(now)} / {clock(durationMs)}
        </span>
        <Segmented
          size="small"
          options={SPEEDS}
          value={speed}
          onChange={(next) => {
            setSpeed(next);
            if (audio.current) audio.current.playbackRate = next;
          }}
        />
      </div>
      <Notes
        id={id}
        notes={notes}
        inspectionId={inspectionId}
        now={now}
        onSeek={seek}
        onAdded={(note) => setAdded((before) => [...before, note])}
      />
      <Listens listens={listens} />
    </div>
  );
}

interface Given {
  /** Notes are of this score, too. */
  inspectionId?: number;
}
function Recording({ row, inspectionId }: Given & { row: RecordingRow }) {
  const may = useMay();
  const open = useSend(callRecordings.listen);
  const download = useDownload();
  const { id, state, startTime, durationMs, expireTime, removeTime, held } = row;
  const start = () => open.mutate({ id });
  if (state === 1) return <p>{startTime} 正在录音</p>;
  if (removeTime !== null) return <p className="cr-quiet">{`${startTime} 录音${clock(durationMs)}，已于${removeTime}到期销毁`}</p>;
  return (
    <article>
      <p>
        {startTime} 录音{durationText(durationMs / 1000)}
        {state === 3 && '（中断）'} <span className="cr-quiet">{held ?? `保存至${expireTime.slice(0, 10)}`}</span>{' '}
        {may(callRecordings.listen) && !open.data && (
          <Button size="small" icon={<PlayCircleOutlined aria-hidden />} loading={open.isPending} onClick={start}>
            听录音
          </Button>
        )}{' '}
        {may(callRecordings.download) && (
          <Button
            size="small"
            icon={<DownloadOutlined aria-hidden />}
            loading={download.bytes !== null}
            onClick={() => void download.start(callRecordings.download, { ids: String(id) }, `录音${id}.wav`, '已下载')}
          >
            下载
          </Button>
        )}
      </p>
      {open.isPending && !open.data && <Spin />}
      {open.data && <Player key={open.data.address} id={id} opened={open.data} inspectionId={inspectionId} onAgain={start} />}
    </article>
  );
}

export const Recordings = ({ recordings, ...given }: Given & { recordings: readonly RecordingRow[] }) =>
  recordings.length === 0 ? null : (
    <section>
      <h3>录音</h3>
      {recordings.map((row) => (
        <Recording key={row.id} row={row} {...given} />
      ))}
    </section>
  );
