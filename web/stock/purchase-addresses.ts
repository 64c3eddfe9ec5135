/** Where purchases are. */
export const PURCHASES = '/business/material-purchase';
export const purchaseAddress = (id: number) => `${PURCHASES}/detail?id=${id}`;
