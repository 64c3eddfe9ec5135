/** Of the top bar: buy a package, and the orders of packages. Only for whoever buys. */
import { ShoppingCartOutlined, ShoppingOutlined } from '@ant-design/icons';
import { openDialog } from '#web/shell/dialogs.ts';
import { go } from '#web/shell/go.ts';
import { IconButton } from '#web/shell/icon-button.tsx';
import { useMayShop } from './may-shop.ts';

export function BuyIcons() {
  if (!useMayShop()) return null;
  return (
    <>
      <IconButton label="订购套餐" onClick={() => openDialog('purchase')}>
        <ShoppingOutlined />
      </IconButton>
      <IconButton label="套餐订单" onClick={() => go('/subscription/index')}>
        <ShoppingCartOutlined />
      </IconButton>
    </>
  );
}
