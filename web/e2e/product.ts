/** `npm run e2e` starts it and hands it on. */
interface Product {
  readonly url: string
  readonly inboxUrl: string
  readonly stripeUrl: string
  readonly pushUrl: string
  readonly environment: Readonly<Record<string, string>>
  /** Created by the launcher. */
  readonly administrator: { readonly email: string; readonly password: string }
}

const handedOn = process.env.MEDICREADY_TESTED_PRODUCT
if (!handedOn) throw new Error('The browser tests are run by `npm run e2e`, which starts a product for them.')
export const product = JSON.parse(handedOn) as Product
export const { administrator } = product
