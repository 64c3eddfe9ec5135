/** /p/{code} for visitors who have not signed in: nothing of the person, only what to do, and the way in for staff. */
import { PlainPage } from '#web/login/plain-fields.tsx';
import { PlainNote } from '#web/login/plain-parts.tsx';
import { loginAddress } from '#web/shell/guard.ts';
import './cards.css';

export default function StrangerCode() {
  return (
    <PlainPage title="身份码" hint="机构服务对象的身份标识" back={false}>
      <PlainNote>请交还给工作人员。如遇到走失老人，请陪伴在旁，联系腕带上的机构或拨打110。</PlainNote>
      <a className="e-stranger-login" href={loginAddress(location.pathname)}>
        工作人员登录
      </a>
    </PlainPage>
  );
}
