/** @jsxImportSource preact */
/** /questionnaire/public/result?projectKey=…: what was answered, where the institution shows it to everybody. */
import { useEffect, useState } from 'preact/hooks';
import { summaryOf } from '#contract/questionnaires/answers.rules.ts';
import { keyOf, labelText } from '#contract/questionnaires/item-types.rules.ts';
import type { CallError } from '#web/api/refusals.ts';
import { Again, Calm, Frame } from './frame.tsx';
import { readResults, type ResultRow, type Results } from './result-calls.ts';

const SIZE = 10;

type Question = Results['items'][number];

/** An answer as everybody may read it: files by links that open for some minutes. */
function Answer({ item, row }: { item: Question; row: ResultRow }) {
  const value = row.processData[keyOf(item.formItemId)];
  const words = summaryOf(item, row.processData) || '/';
  if (item.type === 'SIGN_PAD' && typeof value === 'string')
    return <img class="f-signature" src={value} alt={labelText(item.label) || '签名'} />;
  if (item.type !== 'UPLOAD' || words === '/') return <>{words}</>;
  const { files } = value as { files: { fileName: string; url: string }[] };
  return (
    <ul>
      {files.map(({ fileName, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener">
            {fileName}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Table({ results: { items, records } }: { results: Results }) {
  return (
    <div class="f-table" role="region" aria-label="填写数据" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">序号</th>
            <th scope="col">提交时间</th>
            {items.map((item) => (
              <th key={item.formItemId} scope="col">
                {labelText(item.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((row) => (
            <tr key={row.serialNumber}>
              <th scope="row">{row.serialNumber}</th>
              <td>{row.createTime}</td>
              {items.map((item) => (
                <td key={item.formItemId}>
                  <Answer item={item} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ResultPage({ projectKey }: { projectKey: string }) {
  const [current, setCurrent] = useState(1);
  const [results, setResults] = useState<Results | null | undefined>();
  const [failed, setFailed] = useState<CallError | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    // The answer of a page that was left comes too late.
    let isWanted = true;
    setFailed(null);
    readResults(projectKey, current, SIZE).then(
      (found) => isWanted && setResults(found),
      (error: CallError) => isWanted && setFailed(error),
    );
    return () => {
      isWanted = false;
    };
  }, [projectKey, current, tries]);
  if (failed)
    return (
      <Frame>
        <Calm title={failed.message}>
          <Again onAgain={() => setTries(tries + 1)} />
        </Calm>
      </Frame>
    );
  if (results === undefined)
    return (
      <Frame>
        <Calm title="正在打开…" />
      </Frame>
    );
  if (results === null)
    return (
      <Frame>
        <Calm title="本问卷的数据没有公开" />
      </Frame>
    );
  const pages = Math.max(1, Math.ceil(results.total / SIZE));
  return (
    <Frame wide>
      <h1 class="f-title">填写数据</h1>
      {results.total === 0 ? (
        <p class="f-calm" role="status">
          无数据
        </p>
      ) : (
        <>
          <Table results={results} />
          <nav class="f-foot" aria-label="翻页">
            <button type="button" class="f-back" disabled={current <= 1} onClick={() => setCurrent(current - 1)}>
              上一页
            </button>
            <p role="status">
              第 {current} 页，共 {pages} 页，{results.total} 份
            </p>
            <button type="button" class="f-back" disabled={current >= pages} onClick={() => setCurrent(current + 1)}>
              下一页
            </button>
          </nav>
        </>
      )}
    </Frame>
  );
}
