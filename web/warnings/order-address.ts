/** The page of the order that a warning's visit drafted. */
export const orderAddress = (id: number) => `/order/workorder/detail?id=${id}&from=warning`;
