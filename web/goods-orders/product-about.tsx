/** A product as a customer is told of it: pictures, price, what it is. */
import { Button, Descriptions } from 'antd';
import type { Output } from '#contract/http.ts';
import { saleProducts } from '#contract/goods-orders/goods-orders.ts';
import { products } from '#contract/goods-orders/products.ts';
import { productLabels } from '#contract/goods-orders/products.labels.ts';
import { useCall } from '#web/api/call.ts';
import { MISSING, yuan } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { ProductImage, ProductKindTag } from './order-tags.tsx';
import './orders.css';

type Sale = Output<typeof saleProducts.page>['records'][number];
export type AboutProduct = Pick<Sale, 'name' | 'kind' | 'categoryName' | 'price' | 'unit' | 'quantity' | 'description'> & {
  images: readonly string[];
};

export function ProductDrawer({ product, onClose }: { product: AboutProduct | null; onClose: () => void }) {
  return (
    <SideDrawer title={`商品详情 · ${product?.name ?? ''}`} open={product !== null} size="small" onClose={onClose}>
      {product && (
        <article className="y-product-about">
          {product.images.length > 0 && (
            <div className="y-product-images">
              {product.images.map((url) => (
                <ProductImage key={url} url={url} name={product.name} size={96} />
              ))}
            </div>
          )}
          <Descriptions
            size="small"
            column={{ xs: 1, md: 2 }}
            items={labelledItems(productLabels, [
              { key: 'name', children: product.name },
              { key: 'kind', children: <ProductKindTag value={product.kind} /> },
              { key: 'categoryName', children: product.categoryName },
              { key: 'price', children: `${yuan(product.price)}/${product.unit}` },
              { key: 'quantity', children: product.quantity === null ? '不限' : `${product.quantity} ${product.unit}` },
            ])}
          />
          <section aria-label="商品描述">
            <h3>商品描述</h3>
            {product.description ? <RichText value={product.description} /> : <span className="y-missing">{MISSING}</span>}
          </section>
        </article>
      )}
    </SideDrawer>
  );
}

/** The name of a product in a list, which opens what is said of it. A double click on it is no choice of its row. */
export const ProductName = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <Button
    type="link"
    size="small"
    className="y-goods-link"
    title={name}
    onClick={onClick}
    onDoubleClick={(event) => event.stopPropagation()}
  >
    {name}
  </Button>
);

/** Of a product by its id, as it is now. */
export function ProductDrawerOf({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useCall(products.get, { id });
  return <ProductDrawer product={data ?? null} onClose={onClose} />;
}
