/** A round on the phone: person after person through the house, with or without a network. */
import { CheckOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Button, Empty, Result, Segmented } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { MOST_ROUND } from '#contract/health/rounds.ts';
import type { Entered } from '#contract/health/measurements.rules.ts';
import { ONLY } from '#web/health/round-filter.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { Head } from './head.tsx';
import { NothingKept, useWriting } from './kept.tsx';
import { visit, type RoundPlace } from './place.ts';
import { RoundCard } from './round-card.tsx';
import { PartSelects } from './part-selects.tsx';
import { isAsked, nextPerson, roundNow, within } from './round-people.ts';
import type { RoundPerson } from './round-steps.ts';
import { forgetTexts, hasTexts } from './round-texts.ts';
import { carer, recordValues } from './state.ts';
import { useWanted } from './wanted.ts';
import './round.css';

function Filters({ people, asked }: { people: readonly RoundPerson[]; asked: RoundPlace }) {
  const change = (part: Partial<RoundPlace>) => visit({ round: { ...asked, person: null, ...part } }, true);
  return (
    <div className="c-round-filters">
      <PartSelects people={people} building={asked.building} floor={asked.floor} onChange={change} />
      <Segmented
        block
        aria-label="范围"
        value={asked.only}
        options={Object.entries(ONLY).map(([value, label]) => ({ value: value as RoundPlace['only'], label }))}
        onChange={(only) => change({ only })}
      />
    </div>
  );
}

/** All of them, to go to one. */
function Names({ people, onChoose }: { people: readonly RoundPerson[]; onChoose: (id: number) => void }) {
  return (
    <ul className="c-round-names">
      {people.map((person) => (
        <li key={person.id}>
          <button type="button" onClick={() => onChoose(person.id)}>
            <b>{person.userName}</b>
            <span>{person.place ?? ''}</span>
            {person.measured && (
              <span className="c-round-done">
                <CheckOutlined aria-hidden /> 已测
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

export function RoundPage({ asked }: { asked: RoundPlace }) {
  const write = useWriting();
  const round = useStore(carer, ({ kept }) => kept?.round ?? null);
  const steps = useStore(carer, (state) => state.steps);
  const [chosen, setChosen] = useState<number | null>(asked.person);
  const [names, setNames] = useState(false);
  const [saving, setSaving] = useState(false);
  useUnsaved(true, hasTexts);
  useWanted('round');

  if (!round) return <NothingKept what="名单" />;
  const { people: all, limits, more } = roundNow(round, steps);
  const people = within(all, asked);
  const done = people.filter(({ measured }) => measured).length;
  const listed = people.filter((person) => isAsked(person, asked.only));
  const person =
    people.find(({ id }) => id === chosen) ?? listed.find(({ measured }) => !measured) ?? (asked.only === 'all' ? null : listed[0]);

  const goOn = (id: number) => setChosen(nextPerson(people, id, asked.only)?.id ?? null);
  const save = async (of: RoundPerson, values: Entered[]) => {
    setSaving(true);
    if (await write(() => recordValues(of, values))) {
      forgetTexts(of.id);
      goOn(of.id);
    }
    setSaving(false);
  };
  return (
    <div>
      <div className="c-round-head">
        <Head title="体征录入" hint="本班已测人数/在院人数" back={{}} />
        <b className="c-round-progress" role="status" aria-label={`本班已测${done}人，共${people.length}人`}>
          {done}/{people.length}
        </b>
        <Button
          className="c-icon"
          icon={<UnorderedListOutlined aria-hidden />}
          aria-label="名单"
          aria-pressed={names}
          onClick={() => setNames(!names)}
        />
      </div>
      <Filters people={all} asked={asked} />
      {more && (
        <p className="c-missing">
          在院人数超过{MOST_ROUND}，手机只有前{MOST_ROUND}人，其余请在电脑上录入
        </p>
      )}
      {names ? (
        <Names
          people={listed}
          onChoose={(id) => {
            setChosen(id);
            setNames(false);
          }}
        />
      ) : person ? (
        <RoundCard
          key={person.id}
          person={person}
          limits={limits}
          saving={saving}
          onSave={(values) => void save(person, values)}
          onSkip={() => goOn(person.id)}
        />
      ) : people.length === 0 ? (
        <Empty className="c-empty" description="这里没有在院的服务对象" />
      ) : (
        <Result
          status="success"
          title={asked.only === 'missing' ? '没有缺测的服务对象' : '本班都已测量'}
          extra={
            <Button size="large" onClick={() => visit({}, true)}>
              返回我的服务
            </Button>
          }
        />
      )}
    </div>
  );
}
