export async function collect<Item>(items: AsyncIterable<Item>, enough: (collected: readonly Item[]) => boolean = () => false) {
  const collected: Item[] = []
  for await (const item of items) {
    collected.push(item)
    if (enough(collected)) break
  }
  return collected
}
