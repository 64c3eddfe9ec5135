/** The report of an incident on paper, to be signed and filed. */
import { incidentEvents, incidentStateLabels, type IncidentEvent } from '#contract/incidents/incident-commands.rules.ts';
import { injuryText } from '#contract/incidents/body-map.rules.ts';
import { incidentTypes, severityLabels } from '#contract/incidents/incident-types.rules.ts';
import { incidentLabels, incidentMeasureLabels } from '#contract/incidents/incidents.labels.ts';
import { noticeWays } from '#contract/incidents/incidents.ts';
import { titleOf } from '#contract/labels.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { Paper, PaperFacts, PaperFoot } from '#web/subscriptions/paper.tsx';
import { MISSING } from '#web/ui/display.ts';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import { BodyMap } from '#web/ui/body-map.tsx';
import type { Incident } from './incident-calls.ts';
import './incidents.css';

const KINDS = { family: '告知家属', authority: '报告主管部门', written: '书面报告' } as const;
const label = (name: keyof typeof incidentLabels) => titleOf(incidentLabels, name);

export default function IncidentPaper({ incident, onDone }: { incident: Incident; onDone: () => void }) {
  const tenantName = useCurrentUser()?.sysUser.tenantName ?? '';
  const { options } = useDictionary(incidentLabels.causes.dictionary);
  const causes = incident.causes.map((cause) => options.find(({ value }) => String(value) === String(cause))?.label ?? cause);
  const severity = incident.severity === null ? '未分级' : severityLabels[incident.severity];
  return (
    <Paper onDone={onDone}>
      <h1>不良事件报告单</h1>
      <p>
        {tenantName}　{incident.number}　{incidentStateLabels[incident.state]}
      </p>
      <PaperFacts
        facts={[
          [label('oldmanName'), incident.oldmanName],
          [label('type'), incidentTypes[incident.type]],
          [label('severity'), `${severity}${incident.died ? '，死亡' : ''}`],
          [label('place'), incident.place],
          [label('occurTime'), incident.occurTime],
          [label('foundTime'), incident.foundTime],
          [label('foundBy'), incident.foundBy],
          [label('witnesses'), incident.witnesses],
          [label('reporterName'), incident.reporterName],
          [label('reportTime'), incident.reportTime],
        ]}
      />
      <h2>{label('course')}</h2>
      <div>{incident.course}</div>
      <h2>{label('firstAid')}</h2>
      <div>
        {incident.firstAid ?? MISSING}
        {incident.sentHospital && `（已送医${incident.hospital ? `：${incident.hospital}` : ''}）`}
      </div>
      {incident.injuries.length > 0 && (
        <>
          <h2>{label('injuries')}</h2>
          <div className="n-paper-body">
            <BodyMap marks={incident.injuries.map((one) => ({ part: one.part, text: injuryText(one) }))} none="没有伤情" />
          </div>
          <div>{incident.injuries.map(injuryText).join('；')}</div>
        </>
      )}
      <h2>告知与报告</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">事项</th>
            <th scope="col">{label('time')}</th>
            <th scope="col">{label('who')}</th>
            <th scope="col">{label('way')}</th>
            <th scope="col">{label('toldBy')}</th>
            <th scope="col">{label('answer')}</th>
          </tr>
        </thead>
        <tbody>
          {incident.notices.map((one) => (
            <tr key={one.id}>
              <td>{KINDS[one.kind]}</td>
              <td>{one.time}</td>
              <td>{one.who}</td>
              <td>{noticeWays[one.way]}</td>
              <td>{one.toldBy}</td>
              <td>{one.answer ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>{label('causeText')}</h2>
      <div>{[causes.join('、'), incident.causeText].filter(Boolean).join('。') || MISSING}</div>
      <h2>整改措施</h2>
      <table>
        <thead>
          <tr>
            {(['text', 'ownerName', 'dueDate', 'doneTime', 'result'] as const).map((name) => (
              <th key={name} scope="col">
                {titleOf(incidentMeasureLabels, name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {incident.measureList.map((one) => (
            <tr key={one.id}>
              <td>{one.text}</td>
              <td>{one.ownerName ?? ''}</td>
              <td>{one.dueDate}</td>
              <td>{one.doneTime ?? ''}</td>
              <td>{one.result ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>{label('conclusion')}</h2>
      <div>{incident.conclusion ?? MISSING}</div>
      <h2>处理过程</h2>
      <table>
        <tbody>
          {incident.events.map((one) => (
            <tr key={one.id}>
              <td>{one.createTime}</td>
              <td>{incidentEvents[one.kind as IncidentEvent] ?? one.kind}</td>
              <td>{one.userName}</td>
              <td>{one.text ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <PaperFoot>上报人签名：　　　　　　　　审核人签名：{incident.closeName ?? ''}</PaperFoot>
    </Paper>
  );
}
