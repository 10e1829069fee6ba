import { strToU8, Zip, ZipDeflate } from 'fflate'

export interface TextFile {
  readonly name: string
  /** In pieces, as they come. */
  readonly text: AsyncIterable<string>
}

/** Files as one ZIP, in pieces: none of them is ever in memory as a whole. */
export async function* zipped(files: AsyncIterable<TextFile>, madeAt: string): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const faults: Error[] = []
  const zip = new Zip((error, piece) => {
    if (error) faults.push(error)
    else ready.push(piece)
  })
  function* handOut() {
    if (faults[0]) throw faults[0]
    yield* ready.splice(0)
  }
  for await (const { name, text } of files) {
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = madeAt
    zip.add(file)
    for await (const piece of text) {
      file.push(strToU8(piece))
      yield* handOut()
    }
    file.push(new Uint8Array(0), true)
    yield* handOut()
  }
  zip.end()
  yield* handOut()
}
