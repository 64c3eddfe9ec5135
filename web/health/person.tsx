/** /health/person?id=: the health of one person. */
import { Button, Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import { people } from '#contract/elderly/people.ts';
import { useCall } from '#web/api/call.ts';
import { HEALTH, personAddress } from '#web/shell/addresses.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { ageText, bedText, FlagTags, genderText } from '#web/elderly/person-tags.tsx';
import { go } from '#web/shell/go.ts';
import { useTabLabel } from '#web/shell/tab-context.ts';
import { State } from '#web/ui/state.tsx';
import { PersonHealth } from './person-health.tsx';
import './health.css';

export default function HealthOfPerson() {
  const [params] = useSearchParams();
  const id = Number(params.get('id'));
  const known = Number.isSafeInteger(id) && id > 0;
  const { data: person, isError, error, refetch } = useCall(people.get, { id, masked: true }, { enabled: known, quiet: true });
  useTabLabel(person && `${person.userName}的健康`);
  if (!known || (isError && (!person || error.status === 404)))
    return <MissingPage error={error} noun="服务对象" back={HEALTH} onRetry={() => void refetch()} />;
  if (!person)
    return (
      <div className="h-page h-panel" role="status" aria-label="正在加载">
        <Skeleton active paragraph={{ rows: 10 }} />
      </div>
    );
  return (
    <div className="h-page h-panel h-sheet">
      <header className="h-head">
        <div>
          <h2>
            {person.userName} <State of="person" value={person.status} />
            {person.flags.length > 0 && <FlagTags flags={person.flags} />}
          </h2>
          <p>
            <span>{genderText(person.gender)}</span>
            <span>{ageText(person.age)}</span>
            <span>{bedText(person)}</span>
          </p>
        </div>
        <div className="h-head-buttons y-no-print">
          <Button onClick={() => go(HEALTH)}>返回总览</Button>
          <Button onClick={() => go(personAddress(id, 'basic'))}>个人资料</Button>
        </div>
      </header>
      <PersonHealth personId={id} name={person.userName} />
    </div>
  );
}
