/**
 * /paid, where gateways send people after paying. What became of it says the order, in the window
 * in which it was ordered: nothing in this address is believed.
 */
import { useEffect } from 'react';
import { session } from '#web/api/session.ts';
import { useSystemTitle } from '#web/api/system-title.ts';
import { PlainPage } from '#web/login/plain-fields.tsx';
import { PlainBack, PlainNote } from '#web/login/plain-parts.tsx';
import { tellPaid } from './paid-channel.ts';

/** Ours look so. */
const NUMBER = /^TC\d{12,20}$/;
const number = new URLSearchParams(location.search).get('out_trade_no') ?? '';

export default function Paid() {
  useEffect(() => {
    // What the gateway wrote there belongs in no history.
    history.replaceState(null, '', '/paid');
    tellPaid();
  }, []);
  const signedIn = session.getState().tokens !== null;
  return (
    <PlainPage title={`已返回${useSystemTitle()}`} hint={NUMBER.test(number) ? `订单 ${number}` : '支付结果以订单为准'} back={false}>
      <PlainNote role="status">请回到原来的订购页面查看支付结果，本页可以关闭。支付成功后产品包自动开通，通常只需几秒。</PlainNote>
      <PlainBack>
        <a href={signedIn ? '/subscription/index' : '/subscribe'}>{signedIn ? '查看订购订单' : '查看订单进度'}</a>
      </PlainBack>
    </PlainPage>
  );
}
