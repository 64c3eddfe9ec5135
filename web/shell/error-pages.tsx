/** /401 /403 /404 /500 */
import { Button } from 'antd';
import { useLocation } from 'react-router';
import { BrandMark } from './brand-mark.tsx';
import { go } from './go.ts';
import { HOME } from './tabs.ts';
import './error-pages.css';

interface Props {
  code: string;
  title: string;
  text: string;
}

function ErrorPage({ code, title, text }: Props) {
  const { state, pathname: place } = useLocation() as { state: { from?: string } | null; pathname: string };
  return (
    <main className="y-error-page">
      <BrandMark size={44} />
      <p className="y-error-code">{code}</p>
      <h1>{title}</h1>
      <p className="y-error-text">{text}</p>
      {state?.from && <p className="y-error-from">{state.from}</p>}
      <div className="y-error-actions">
        <Button type="primary" onClick={() => go(HOME, { replace: true })}>
          返回首页
        </Button>
        {code === '500' && <Button onClick={() => (place === '/500' ? go(state?.from ?? HOME, { replace: true }) : location.reload())}>重新加载</Button>}
      </div>
    </main>
  );
}

export const Page401 = () => <ErrorPage code="401" title="登录状态已失效" text="请重新登录后继续。" />;
export const Page403 = () => <ErrorPage code="403" title="没有权限访问" text="当前操作没有权限，如有需要请联系机构管理员。" />;
export const Page404 = () => <ErrorPage code="404" title="页面不存在" text="地址可能有误，或者您的菜单里没有这个页面。" />;
export const Page500 = () => <ErrorPage code="500" title="服务暂时不可用" text="系统未知错误，请反馈给管理员。" />;
