/** /401 /403 /404 /500 */
import { Button } from 'antd';
import { useLocation } from 'react-router';
import { now } from '#contract/screens/now.ts';
import { useCall } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import { BrandMark } from './brand-mark.tsx';
import { go } from './go.ts';
import { HOME } from './tabs.ts';
import './error-pages.css';

interface Way {
  label: string;
  act: () => void;
}

interface Props {
  code: string;
  title: string;
  text: string;
  /** Names those who give rights, to a user who is signed in. */
  withNames?: boolean;
  /** The ways out, the best first. */
  ways: (from: string | undefined) => Way[];
}

const home: Way = { label: '返回首页', act: () => go(HOME, { replace: true }) };
/** The page before the one that could not be shown: that one is the entry below this. */
const back: Way = { label: '返回上一页', act: () => history.go(-1) };
const signIn: Way = { label: '重新登录', act: () => location.assign('/login') };

/** Who can open what is closed. Nothing as long as the names are not known. */
function Givers() {
  const { data = [] } = useCall(now.ask, {}, { quiet: true });
  return data.length > 0 && <p className="y-error-text">如果工作需要这个页面，请联系 {data.join('、')} 开通权限。</p>;
}

function ErrorPage({ code, title, text, withNames, ways }: Props) {
  const { state } = useLocation() as { state: { from?: string } | null };
  return (
    <main className="y-error-page">
      <BrandMark size={44} />
      <p className="y-error-code">{code}</p>
      <h1>{title}</h1>
      <p className="y-error-text">{text}</p>
      {withNames && isSignedIn() && <Givers />}
      {state?.from && <p className="y-error-from">{state.from.split('?')[0]}</p>}
      <div className="y-error-actions">
        {ways(state?.from).map(({ label, act }, at) => (
          <Button key={label} type={at === 0 ? 'primary' : 'default'} onClick={act}>
            {label}
          </Button>
        ))}
      </div>
    </main>
  );
}

const isSignedIn = () => session.getState().tokens !== null;
const homeward = () => (isSignedIn() ? home : signIn);

export const Page401 = () => (
  <ErrorPage code="401" title="登录状态已失效" text="请重新登录后继续。" ways={() => [isSignedIn() ? home : signIn]} />
);
export const Page403 = () => (
  <ErrorPage
    code="403"
    title="没有权限访问"
    text="当前操作没有权限，如有需要请联系机构管理员。"
    withNames
    ways={() => [homeward(), back]}
  />
);
export const Page404 = () => (
  <ErrorPage code="404" title="页面不存在" text="地址可能有误，或者您的菜单里没有这个页面。" withNames ways={() => [homeward(), back]} />
);
export const Page500 = () => (
  <ErrorPage
    code="500"
    title="服务暂时不可用"
    text="系统未知错误，请反馈给管理员。"
    ways={(from) => [
      { label: '重新加载', act: () => (location.pathname === '/500' ? location.assign(from ?? HOME) : location.reload()) },
      homeward(),
    ]}
  />
);
