/** The type of a fact as people read it: `InvoicePaid` is "Invoice paid". */
export const factName = (type: string): string => {
  const words = type.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
