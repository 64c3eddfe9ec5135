/** /questionnaire/template/preview?key=…: a template as whoever fills it in sees it. Nothing is sent. */
import { Button, Result, Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import { questionnaireTemplates as routes } from '#contract/questionnaires/questionnaire-templates.ts';
import { useCall } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { useTab, useTabLabel } from '#web/shell/tab-context.ts';
import { useMay } from '#web/ui/may.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { FillForm } from './fill-form.tsx';
import { NotNamed } from './not-named.tsx';
import { useTemplateUse } from './template-use.ts';
import './questionnaires.css';

function Preview({ templateKey }: { templateKey: string }) {
  const may = useMay();
  const tab = useTab();
  const use = useTemplateUse();
  const { data, isError, error, refetch } = useCall(routes.details, { key: templateKey }, { quiet: true });
  useTabLabel(data && `模板 ${data.project.name}`);
  if (isError)
    return (
      <Result
        status="info"
        title={error.message}
        extra={[
          <Button key="again" type="primary" onClick={() => void refetch()}>
            重试
          </Button>,
          <Button key="back" onClick={tab.close}>
            返回
          </Button>,
        ]}
      />
    );
  if (!data) return <Skeleton active className="y-sheet" paragraph={{ rows: 10 }} />;
  const { project, projectItems } = data;
  return (
    <article className="y-sheet">
      <header>
        <div className="y-sheet-head">
          <h1>{project.name}</h1>
          <div className="y-sheet-buttons">
            {may(routes.use) && (
              <Button type="primary" loading={use.isPending} onClick={() => use.mutate({ key: templateKey })}>
                使用此模板
              </Button>
            )}
          </div>
        </div>
        {project.describe && <RichText value={project.describe} className="y-sheet-describe" />}
      </header>
      <FillForm
        items={projectItems}
        sending={false}
        submitLabel="提交（预览）"
        onSubmit={() => showMessage('info', '这是模板预览，没有提交')}
      />
    </article>
  );
}

export default function TemplatePreview() {
  const [params] = useSearchParams();
  const tab = useTab();
  const key = params.get('key');
  return key ? <Preview key={key} templateKey={key} /> : <NotNamed noun="模板" onBack={tab.close} />;
}
