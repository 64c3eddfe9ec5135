/** @jsxImportSource preact */
/** /s/{key}: a questionnaire for whoever has its link, without signing in. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { lineOf } from '#contract/rich-text.rules.ts';
import { publicResultAddress } from '#contract/questionnaires/public-pages.rules.ts';
import type { QuestionnaireSetting } from '#contract/questionnaires/questionnaire-settings.ts';
import type { CallError } from '#web/api/refusals.ts';
import { open, type Opened } from './calls.ts';
import { FillForm } from './fill-form.tsx';
import { Again, Calm, Frame } from './frame.tsx';
import { Rich } from './rich.tsx';

const THANKS = '您已完成本次填写，感谢您的帮助与支持';
const JUMP_MS = 1000;
const inWechat = () => /MicroMessenger/i.test(navigator.userAgent);

function Done({ projectKey, setting }: { projectKey: string; setting: QuestionnaireSetting | null }) {
  const to = setting?.submitJumpUrl;
  useEffect(() => {
    if (!to || !/^https?:\/\//i.test(to)) return;
    const timer = setTimeout(() => location.assign(to), JUMP_MS);
    return () => clearTimeout(timer);
  }, [to]);
  return (
    <Calm title={setting?.submitPromptText || THANKS}>
      {setting?.submitPromptImg && <img class="f-image" src={setting.submitPromptImg} alt="" />}
      {setting?.publicResult && (
        <a class="f-go" href={publicResultAddress(projectKey)}>
          查看数据
        </a>
      )}
    </Calm>
  );
}

type State = { is: 'opening' } | { is: 'failed'; error: CallError } | { is: 'open'; opened: Opened } | { is: 'done' };

export function FillPage({ projectKey }: { projectKey: string }) {
  const [state, setState] = useState<State>({ is: 'opening' });
  const [setting, setSetting] = useState<QuestionnaireSetting | null>(null);
  const read = () => {
    setState({ is: 'opening' });
    open(projectKey).then(
      (opened) => {
        if (opened.closed === null) {
          document.title = lineOf(opened.details.project.name) || '问卷';
          setSetting(opened.setting);
        }
        return setState({ is: 'open', opened });
      },
      (error: CallError) => setState({ is: 'failed', error }),
    );
  };
  // What came with the page is there before anything is painted.
  useLayoutEffect(read, [projectKey]);
  useEffect(() => scrollTo(0, 0), [state.is]);
  if (state.is === 'opening')
    return (
      <Frame>
        <Calm title="正在打开…" />
      </Frame>
    );
  if (state.is === 'failed') {
    const { status, message } = state.error;
    const lost = status === 0 || status === 429 || status >= 500;
    return (
      <Frame>
        <Calm title={message}>{lost && <Again onAgain={read} />}</Calm>
      </Frame>
    );
  }
  if (state.is === 'done')
    return (
      <Frame>
        <Done projectKey={projectKey} setting={setting} />
      </Frame>
    );
  const { opened } = state;
  if (opened.closed !== null)
    return (
      <Frame>
        <Calm title={opened.closed}>
          <p>如有疑问，请联系向您发送链接的人。</p>
        </Calm>
      </Frame>
    );
  if (opened.setting?.wxWrite && !inWechat())
    return (
      <Frame>
        <Calm title="请在微信客户端打开链接" />
      </Frame>
    );
  const { details, logics, full } = opened;
  const look = details.userProjectTheme ?? {};
  return (
    <Frame look={look}>
      <h1 class={look.showTitle === false ? 'y-unseen' : 'f-title'}>{details.project.name}</h1>
      {look.showDescribe !== false && details.project.describe && <Rich value={details.project.describe} />}
      <FillForm details={details} logics={logics} initialFull={full} look={look} onDone={() => setState({ is: 'done' })} />
    </Frame>
  );
}
