/** What has changed since she last looked, above the list until she has read it. */
import { BellFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { useStore } from 'zustand';
import { visit } from './place.ts';
import { carer, seenNews } from './state.ts';

export function NewsList() {
  const news = useStore(carer, ({ kept }) => kept?.news);
  if (!news?.length) return null;
  return (
    <section className="c-news" role="status" aria-label="服务变动">
      <header>
        <BellFilled aria-hidden />
        <b>{news.length} 项变动</b>
        <Button onClick={() => void seenNews()}>知道了</Button>
      </header>
      <ul>
        {news.map(({ id, text, urgent, jobId }) => (
          <li key={id} data-urgent={urgent || undefined}>
            {jobId === null ? (
              text
            ) : (
              <button type="button" onClick={() => visit({ job: jobId })}>
                {text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
