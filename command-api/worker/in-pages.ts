const PAGE_SIZE = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

export async function* inPages<Row>(
  read: (page: { readonly after: string; readonly limit: number }) => PromiseLike<readonly Row[]>,
  idOf: (row: Row) => string,
  signal: AbortSignal,
): AsyncGenerator<Row> {
  for (let after = BEFORE_ALL; !signal.aborted; ) {
    const page = await read({ after, limit: PAGE_SIZE })
    for (const row of page) {
      if (signal.aborted) return
      yield row
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE_SIZE) return
    after = idOf(last)
  }
}
