export const PRODUCT_NAME = 'MedicReady'
