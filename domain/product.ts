/** The product's name as people read it: top bar, mails, manifest. */
export const PRODUCT_NAME = 'MedicReady'
