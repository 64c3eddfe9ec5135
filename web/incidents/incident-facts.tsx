/** What happened: the facts of an incident. */
import { Descriptions } from 'antd';
import { Link } from 'react-router';
import { injuryText } from '#contract/incidents/body-map.rules.ts';
import { incidentTypes } from '#contract/incidents/incident-types.rules.ts';
import { incidentLabels } from '#contract/incidents/incidents.labels.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { MISSING } from '#web/ui/display.ts';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { Place } from '#web/ui/place.tsx';
import { StoredImage } from '#web/ui/stored-files.tsx';
import { Time } from '#web/ui/time.tsx';
import { BodyMap } from '#web/ui/body-map.tsx';
import type { Incident } from './incident-calls.ts';
import { Grade } from './incident-columns.tsx';
import './incidents.css';

export function Facts({ incident }: { incident: Incident }) {
  const { people, injuries, pictures } = incident;
  return (
    <>
      <Descriptions
        size="small"
        column={{ xs: 1, md: 2 }}
        items={labelledItems(incidentLabels, [
          {
            key: 'oldmanName',
            children:
              people.length === 0
                ? '不涉及服务对象'
                : people.map(({ id, name }, at) => (
                    <span key={id}>
                      {at > 0 && '、'}
                      <PersonLink id={id} name={name} />
                    </span>
                  )),
          },
          { key: 'type', children: incidentTypes[incident.type] },
          { key: 'severity', children: <Grade {...incident} /> },
          { key: 'place', children: <Place place={incident.place} /> },
          { key: 'occurTime', children: <Time value={incident.occurTime} /> },
          { key: 'foundTime', children: <Time value={incident.foundTime} /> },
          { key: 'foundBy', children: incident.foundBy ?? MISSING },
          { key: 'witnesses', children: incident.witnesses ?? MISSING },
          { key: 'reporterName', children: incident.reporterName },
          { key: 'reportTime', children: <Time value={incident.reportTime} /> },
          { key: 'course', children: <p>{incident.course}</p>, span: 'filled' },
          { key: 'firstAid', children: <p>{incident.firstAid ?? MISSING}</p>, span: 'filled' },
          {
            key: 'sentHospital',
            children: incident.sentHospital
              ? `已送医${incident.hospital ? `，${incident.hospital}` : ''}`
              : (incident.hospital ?? '未送医'),
            span: 'filled',
          },
          incident.warningId !== null && {
            key: 'warningId',
            children: <Link to={`/warning/warning/index?id=${incident.warningId}`}>查看预警</Link>,
          },
        ])}
      />
      {injuries.length > 0 && (
        <div className="n-found">
          <BodyMap marks={injuries.map((one) => ({ part: one.part, text: injuryText(one) }))} none="没有伤情" />
          <ul className="n-rows" aria-label="伤情">
            {injuries.map((one) => (
              <li key={`${one.part}.${one.kind}`} className="n-injury">
                {injuryText(one)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {pictures.length > 0 && (
        <div className="n-pictures" role="group" aria-label={incidentLabels.pictures}>
          {pictures.map((url, at) => (
            <StoredImage key={url} url={url} alt={`图片${at + 1}`} />
          ))}
        </div>
      )}
    </>
  );
}
