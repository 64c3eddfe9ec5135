/** Who can confirm money that one notes oneself; where nobody can, what to do about it. There is no way around a second person. */
import { Alert, Button } from 'antd';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { users } from '#contract/users/users.ts';
import { useCall } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { useMay } from '#web/ui/may.ts';

const USERS = '/admin/user/index';
const MOST_NAMED = 5;

/** `noted`: it is noted already and waits. */
export function SecondPerson({ noted }: { noted: boolean }) {
  const may = useMay();
  const { data } = useCall(orderVerifications.confirmers, {}, { quiet: true, staleTime: 0 });
  if (!data) return null;
  if (data.length > 0) {
    const names = data.slice(0, MOST_NAMED).map(({ name }) => name);
    const who = `${names.join('、')}${data.length > MOST_NAMED ? '等' : ''}`;
    return (
      <Alert type="info" showIcon title={noted ? `这笔款项由您登记，须由另一位同事复核：${who}。` : `登记后由另一位同事复核：${who}。`} />
    );
  }
  const mayOpen = may(users.page) && may(users.create);
  return (
    <Alert
      type="warning"
      showIcon
      title={noted ? '这笔款项由您登记，目前没有其他人可以复核。' : '目前没有其他人可以复核，登记后会一直等待。'}
      description={
        <>
          <p>
            款项须由两个人经手，自己登记的不能自己复核。{mayOpen ? '请' : '请平台管理员'}
            在用户管理中为另一位同事开通账号，分配含“退款”权限的角色；其登录后在订购订单中复核即可，不必重新登记。
          </p>
          {mayOpen && (
            <Button size="small" onClick={() => go(USERS)}>
              去用户管理
            </Button>
          )}
        </>
      }
    />
  );
}
