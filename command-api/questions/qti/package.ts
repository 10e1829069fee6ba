import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { brokenSets } from '@medicready/domain/questions/bank-lint'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import type { Picture } from '@medicready/domain/questions/content/picture'
import { strFromU8, strToU8, unzipSync, Zip, ZipPassThrough } from 'fflate'
import { type About, type ManifestEntry, manifestXml, type ReadEntry, readManifest } from './manifest.ts'
import { type ReadItem, type ReadPicture, readItem } from './read-item.ts'
import { type ExchangedContent, isExchanged, itemXml, type PlacedPicture } from './write-item.ts'
import { readXml } from './xml.ts'

const MANIFEST = 'imsmanifest.xml'
const LEFT_OUT = 'left-out.txt'
const LIMITS = { files: 5_000, bytes: 64 * 1024 * 1024 } as const

export interface PackagedQuestion {
  readonly identifier: string
  readonly content: QuestionContent
}

export interface PictureFile {
  readonly bytes: Uint8Array
  readonly extension: string
  readonly alt: string
}

export interface LeftOut {
  readonly identifier: string
  readonly why: string
}

type FileOf = (picture: Picture) => Promise<PictureFile>

const AT_ONCE = 16

/** Kinds without a QTI interaction are left out and listed. The same questions give the same bytes. */
export function writePackage(questions: readonly PackagedQuestion[], fileOf: FileOf) {
  const { toGo, left } = sorted(questions)
  return { bytes: zipped(filesOf(toGo, left, fileOf)), left }
}

async function* filesOf(toGo: readonly Exchanged[], left: readonly LeftOut[], fileOf: FileOf): AsyncGenerator<FileToZip[]> {
  const entries: ManifestEntry[] = []
  for (let first = 0; first < toGo.length; first += AT_ONCE) {
    const made = await Promise.all(toGo.slice(first, first + AT_ONCE).map((question) => filesOfItem(question, fileOf)))
    entries.push(...made.map(({ entry }) => entry))
    yield made.flatMap(({ files }) => files)
  }
  const leftOut = { name: LEFT_OUT, bytes: strToU8(left.map(({ identifier, why }) => `${identifier}: ${why}\n`).join('')) }
  const manifest = { name: MANIFEST, bytes: strToU8(manifestXml(entries, left.length > 0 ? [LEFT_OUT] : [])) }
  yield left.length > 0 ? [leftOut, manifest] : [manifest]
}

async function filesOfItem({ identifier, content }: Exchanged, fileOf: FileOf): Promise<{ files: FileToZip[]; entry: ManifestEntry }> {
  const files: FileToZip[] = []
  const place = async (picture: Picture | null, name: string): Promise<PlacedPicture | null> => {
    if (picture === null) return null
    const { bytes, extension, alt } = await fileOf(picture)
    files.push({ name: `pictures/${name}${extension}`, bytes })
    return { href: `../pictures/${name}${extension}`, alt }
  }
  const picture = await place(content.picture, identifier)
  const explanationPicture = await place(content.explanationPicture, `${identifier}-explanation`)
  const placed = files.map(({ name }) => name)
  const href = `items/${identifier}.xml`
  files.push({ name: href, bytes: strToU8(itemXml({ identifier, title: content.tags.subTopic, content, picture, explanationPicture })) })
  return { files, entry: { identifier, href, files: placed, about: aboutOf(content) } }
}

interface Exchanged extends PackagedQuestion {
  readonly content: ExchangedContent
}

/** Later parts may depend on what earlier parts tell, so a set goes out whole or not at all. */
function sorted(questions: readonly PackagedQuestion[]): { toGo: Exchanged[]; left: LeftOut[] } {
  const toGo: Exchanged[] = []
  const left: LeftOut[] = []
  const setOf = ({ identifier, content }: PackagedQuestion) => (content.scenario ? `set ${content.scenario.set}` : identifier)
  for (const together of Map.groupBy(questions, setOf).values()) {
    const exchanged = together.flatMap(({ identifier, content }) => (isExchanged(content) ? [{ identifier, content }] : []))
    const inOrder = exchanged.toSorted((one, other) => (one.content.scenario?.part ?? 0) - (other.content.scenario?.part ?? 0))
    const isWhole = brokenSets(inOrder.map(({ identifier, content }) => ({ id: identifier, ...content }))).length === 0
    if (isWhole) toGo.push(...inOrder)
    const stays = isWhole ? together.filter(({ content }) => !isExchanged(content)) : together
    left.push(...stays.map((question) => ({ identifier: question.identifier, why: whyLeft(question, together) })))
  }
  return { toGo, left }
}

function whyLeft({ content: { item, scenario } }: PackagedQuestion, together: readonly PackagedQuestion[]): string {
  if (item.kind === 'hot_spot') return 'a hot spot, which packages do not hold'
  if (item.kind === 'fill_in_blank') return 'a calculation, which packages do not hold'
  const others = together.filter(({ content }) => !isExchanged(content)).map(({ identifier }) => identifier)
  return others.length > 0
    ? `a part of the set ${scenario?.set}, which cannot go out without ${others.join(', ')}`
    : `a part of the set ${scenario?.set}, whose other parts are not among these questions`
}

const drawn = (picture: Picture | null): Picture | null => (picture?.kind === 'image' ? null : picture)

const aboutOf = (content: QuestionContent): About => ({
  ...content,
  picture: drawn(content.picture),
  explanationPicture: drawn(content.explanationPicture),
})

export interface UnpackedQuestion {
  readonly identifier: string
  readonly href: string
  readonly content: Readonly<Record<string, unknown>>
  readonly images: readonly { readonly field: 'picture' | 'explanationPicture'; readonly bytes: Uint8Array; readonly alt: string }[]
}

export interface PackageFault {
  readonly path: string
  readonly message: string
}

export function readPackage(bytes: Uint8Array): { readonly questions: UnpackedQuestion[]; readonly faults: PackageFault[] } {
  const files = unpacked(bytes)
  if ('fault' in files) return { questions: [], faults: [{ path: '', message: files.fault }] }
  const manifest = files.get(MANIFEST)
  if (!manifest) return { questions: [], faults: [{ path: MANIFEST, message: 'the package has no manifest' }] }
  const root = readXml(strFromU8(manifest))
  const entries = 'fault' in root ? root : readManifest(root)
  if ('fault' in entries) return { questions: [], faults: [{ path: MANIFEST, message: entries.fault }] }
  if (entries.length === 0) return { questions: [], faults: [{ path: MANIFEST, message: 'it names no items' }] }
  const read = entries.map((entry) => unpackItem(entry, files))
  return { questions: read.flatMap(({ question }) => question ?? []), faults: read.flatMap(({ faults }) => faults) }
}

type Files = ReadonlyMap<string, Uint8Array>

function unpacked(bytes: Uint8Array): Files | { readonly fault: string } {
  const sum = { files: 0, bytes: 0 }
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        sum.files += 1
        sum.bytes += originalSize
        if (sum.files > LIMITS.files || sum.bytes > LIMITS.bytes) throw new RangeError('too large')
        return !name.endsWith('/')
      },
    })
    return new Map(Object.entries(files))
  } catch (error) {
    const tooLarge = `the package has more than ${LIMITS.files} files, or more than ${LIMITS.bytes / 1024 / 1024} MB when it is unpacked`
    return { fault: error instanceof RangeError ? tooLarge : 'the package is not a ZIP file that can be read' }
  }
}

function unpackItem(entry: ReadEntry, files: Files): { question: UnpackedQuestion | null; faults: PackageFault[] } {
  const { href, about } = entry
  const faulty = (message: string) => ({ question: null, faults: [{ path: href || MANIFEST, message }] })
  const file = files.get(href)
  if (!file) return faulty('the manifest names this item, but the package does not hold it')
  const root = readXml(strFromU8(file))
  const read = 'fault' in root ? root : readItem(root)
  if ('fault' in read) return faulty(read.fault)
  const images: UnpackedQuestion['images'][number][] = []
  const faults: PackageFault[] = []
  for (const field of ['picture', 'explanationPicture'] as const) {
    const picture = read[field]
    if (picture === null || about[field]) continue
    const bytes = files.get(resolved(href, picture))
    if (!bytes) faults.push({ path: href, message: `the package does not hold its picture ${picture.src}` })
    else if (picture.alt === '') faults.push({ path: href, message: `its picture ${picture.src} has no text alternative` })
    else images.push({ field, bytes, alt: picture.alt })
  }
  return { question: { identifier: read.identifier || entry.identifier, href, content: contentOf(read, about), images }, faults }
}

const resolved = (href: string, { src }: ReadPicture): string =>
  decodeURIComponent(new URL(src, new URL(href, 'package://package/')).pathname.slice(1))

function contentOf(read: ReadItem, about: ReadEntry['about']): Readonly<Record<string, unknown>> {
  const scenario = about.scenario ? { ...about.scenario, patient: read.patient ?? '' } : null
  return {
    ...about,
    stem: read.stem,
    item: read.item,
    explanation: read.explanation,
    clinicalPearl: read.clinicalPearl,
    scenario,
    picture: about.picture ?? null,
    explanationPicture: about.explanationPicture ?? null,
  }
}

interface FileToZip {
  readonly name: string
  readonly bytes: Uint8Array
}

const deflate = promisify(deflateRaw)
/** Fixed, so that the same files give the same bytes. */
const MADE_AT = '2020-01-01T00:00:00Z'

/** Deflated by zlib: far faster than in JavaScript, and on another thread. */
class DeflatedFile extends ZipPassThrough {
  override compression = 8
  override mtime = MADE_AT
  readonly #deflated: Uint8Array<ArrayBuffer>

  constructor(name: string, deflated: Uint8Array<ArrayBuffer>) {
    super(name)
    this.#deflated = deflated
  }

  protected override process(_whole: Uint8Array, isLast: boolean): void {
    this.ondata(null, this.#deflated, isLast)
  }
}

async function* zipped(groups: AsyncIterable<readonly FileToZip[]>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((_error, piece) => ready.push(piece))
  for await (const files of groups) {
    const deflated = await Promise.all(files.map(({ bytes }) => deflate(bytes)))
    for (const [index, { name, bytes }] of files.entries()) {
      const file = new DeflatedFile(name, deflated[index] ?? Buffer.alloc(0))
      zip.add(file)
      file.push(bytes, true)
    }
    yield Buffer.concat(ready.splice(0))
  }
  zip.end()
  yield Buffer.concat(ready)
}
