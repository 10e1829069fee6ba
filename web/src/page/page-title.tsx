import { PRODUCT_NAME } from '@medicready/domain/product'

/** React moves it to the head. */
export const PageTitle = ({ children }: { children: string }) => <title>{`${children} · ${PRODUCT_NAME}`}</title>
