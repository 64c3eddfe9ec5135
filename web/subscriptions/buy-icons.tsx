/** Of the top bar: buy a package, and the orders of packages. Only for whoever buys. */
import { ShoppingCartOutlined, ShoppingOutlined } from '@ant-design/icons';
import { go } from '#web/shell/go.ts';
import { IconButton } from '#web/shell/icon-button.tsx';
import { useMayShop } from './may-shop.ts';
import { openPurchase } from './purchase-opening.ts';

export function BuyIcons() {
  if (!useMayShop()) return null;
  return (
    <span className="y-desk-only">
      <IconButton label="订购产品包" onClick={openPurchase}>
        <ShoppingOutlined />
      </IconButton>
      <IconButton label="订购订单" onClick={() => go('/subscription/index')}>
        <ShoppingCartOutlined />
      </IconButton>
    </span>
  );
}
