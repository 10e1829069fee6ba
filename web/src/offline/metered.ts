/** What browsers that tell it say of the connection; not in the types of the platform yet. */
interface Connection {
  readonly saveData?: boolean
  readonly type?: string
}

/** Whether what is fetched may cost somebody money. Browsers that do not tell are taken to be at home. */
export function isMetered(browser: object = navigator): boolean {
  const { saveData = false, type } = (browser as { readonly connection?: Connection }).connection ?? {}
  return saveData || type === 'cellular'
}
