/** The copy of the product that a run of the browser tests looks at. `npm run e2e` starts it and hands it on. */
interface Product {
  readonly url: string
  readonly inboxUrl: string
  /** The pages on which is paid, and the clock of them: the stand-in for Stripe. */
  readonly stripeUrl: string
  /** The push service that takes the place of the browser's. */
  readonly pushUrl: string
  readonly environment: Readonly<Record<string, string>>
  /** The account that the launcher makes. */
  readonly administrator: { readonly email: string; readonly password: string }
}

const handedOn = process.env.MEDICREADY_TESTED_PRODUCT
if (!handedOn) throw new Error('The browser tests are run by `npm run e2e`, which starts a product for them.')
export const product = JSON.parse(handedOn) as Product
export const { administrator } = product
