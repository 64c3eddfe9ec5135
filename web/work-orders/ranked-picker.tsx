/** 选择服务人员: everybody ranked for the work, best first, who must not last and with the reason. Found by name; arrows and Enter choose. */
import { Button, Input, Modal, Skeleton } from 'antd';
import { useRef, useState, type KeyboardEvent } from 'react';
import { boards } from '#contract/work-orders/boards.ts';
import { users } from '#contract/users/users.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { StaffPicker } from '#web/ui/staff-picker.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { CandidateList, type Candidate, type ListProps, type Ranking } from './board-candidates.tsx';
import { isNamed } from './ranked-names.ts';
import './ranked-picker.css';

const LONGEST_NAME = 20;
/** What the arrows go through: the search and every button that picks. */
const STOPS = 'input, .b-candidates > li > button:enabled';

/** The list with a search above it. */
export function CandidateSearch<T extends Candidate>({ people, current, onPick, ...list }: ListProps<T>) {
  const [words, setWords] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const found = people.filter(({ name }) => isNamed(name, words));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const stops = [...(box.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') stops[Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1))]?.focus();
    else if (event.key === 'Enter' && at === 0) {
      // Whoever must not is not picked blindly.
      const [first] = found;
      if (first && first.blocks.length === 0 && first.userId !== current) onPick(first);
      else stops[1]?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <div className="y-ranked" ref={box} onKeyDown={onKeyDown} role="presentation">
      <Input
        autoFocus
        allowClear
        aria-label="姓名"
        placeholder="姓名、拼音或首字母"
        maxLength={LONGEST_NAME}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className="y-ranked-list">
        {found.length === 0 && <p className="b-none">{people.length === 0 ? '没有可派的服务人员' : '没有这个姓名的服务人员'}</p>}
        <CandidateList {...list} people={found} current={current} onPick={onPick} />
      </div>
    </div>
  );
}

interface DialogProps<T extends Candidate> {
  title: string;
  /** Undefined while they are asked for. */
  people: readonly T[] | undefined;
  problem: string | null;
  onAgain: () => void;
  current: number | null;
  onPick: (candidate: T) => void;
  onClose: () => void;
  onOthers: () => void;
}

/** The dialog around it. Whoever is not among those who serve is one press further, for who may see all accounts. */
export function RankedDialog<T extends Candidate>({ title, people, problem, onAgain, current, onPick, onClose, onOthers }: DialogProps<T>) {
  const may = useMay();
  const pick = (candidate: T) => {
    onPick(candidate);
    onClose();
  };
  return (
    <Modal open title={title} width="min(640px, 94vw)" footer={null} onCancel={onClose}>
      {!people && problem === null && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {!people && problem !== null && <LoadFailed type="warning" title={problem} onAgain={onAgain} />}
      {people && <CandidateSearch chooses people={people} current={current} onPick={pick} />}
      {may(users.page) && (
        <Button type="link" size="small" onClick={onOthers}>
          从员工列表选择
        </Button>
      )}
    </Modal>
  );
}

interface Picked {
  id: number;
  name: string;
  phone: string | null;
}
interface Props {
  ranking: Ranking;
  current: number | null;
  onPick: (picked: Picked) => void;
  onClose: () => void;
  tenantId?: number | undefined;
}

/** For the work of `ranking`, as the board ranks them. */
export function RankedPicker({ ranking, current, onPick, onClose, tenantId }: Props) {
  const [others, setOthers] = useState(false);
  const { data, isError, error, refetch } = useCall(boards.candidates, ranking, { quiet: true, staleTime: 10_000 });
  if (others)
    return (
      <StaffPicker
        open
        onPick={({ userId: id, nickName: name, phone }) => onPick({ id, name, phone })}
        onClose={onClose}
        {...(tenantId === undefined ? {} : { tenantId })}
      />
    );
  return (
    <RankedDialog
      title="选择服务人员"
      people={data}
      problem={isError ? error.message : null}
      onAgain={() => void refetch()}
      current={current}
      onPick={({ userId: id, name }) => onPick({ id, name, phone: null })}
      onClose={onClose}
      onOthers={() => setOthers(true)}
    />
  );
}
