/** Under which a tab keeps the id of the request that it went to pay for. */
export const PAID_REQUEST = 'tutoringPayment'
