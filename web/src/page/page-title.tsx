import { PRODUCT_NAME } from '@medicready/domain/product'

/** The document's title while the screen stands: `<PageTitle>Dashboard</PageTitle>` anywhere in it. */
export const PageTitle = ({ children }: { children: string }) => <title>{`${children} · ${PRODUCT_NAME}`}</title>
