/** Keeps a broken page from taking the frame with it: says so, offers to try again, logs it. */
import { CloudSyncOutlined, FrownOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Component, type ReactNode } from 'react';
import { logError } from '#web/api/error-logs.ts';
import { session } from '#web/api/session.ts';
import './error-boundary.css';

interface Props {
  children: ReactNode;
}

/** A chunk that an update has replaced cannot be had by trying again: only by loading the page anew. */
const isGone = (error: Error) => /dynamically imported module|Importing a module script failed|error loading/i.test(error.message);

export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error, { componentStack }: { componentStack?: string | null }) {
    logError('render', error, session.getState().user?.username ?? '', componentStack?.trim().split('\n')[0] ?? '');
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const gone = isGone(error);
    const retry = () => (gone ? location.reload() : this.setState({ error: null }));
    return (
      <div role="alert" className="y-broken">
        <span className="y-broken-icon">{gone ? <CloudSyncOutlined /> : <FrownOutlined />}</span>
        <h2>{gone ? '页面加载失败' : '页面出错了'}</h2>
        <p>{gone ? '系统可能刚刚更新，或网络已断开。请重新加载。' : '错误已记录。可以重试，或回到其他页面继续工作。'}</p>
        <Button type="primary" onClick={retry}>
          {gone ? '重新加载' : '重试'}
        </Button>
      </div>
    );
  }
}
