import type { QuestionContent } from '@medicready/domain/questions/content/content'
import type { Picture } from '@medicready/domain/questions/content/picture'
import { childNamed, childrenNamed, descendants, type Element, element, ITEM_TYPE, qtiNamespaces, textOf, writeXml } from './xml.ts'

export interface ManifestEntry {
  readonly identifier: string
  readonly href: string
  readonly files: readonly string[]
  readonly about: About
}

/** What QTI items have no element for. */
export type About = Pick<QuestionContent, 'module' | 'difficulty' | 'bloomsLevel' | 'guideline' | 'references' | 'tags'> & {
  readonly scenario: Pick<NonNullable<QuestionContent['scenario']>, 'set' | 'part' | 'of'> | null
  /** Parameters of a drawing; null for a stored image, which is a file. */
  readonly picture: Picture | null
  readonly explanationPicture: Picture | null
}

export const manifestXml = (entries: readonly ManifestEntry[], alongside: readonly string[]): string =>
  writeXml(
    element(
      'manifest',
      { xmlns: qtiNamespaces.manifest, 'xmlns:own': qtiNamespaces.own, identifier: 'MEDICREADY' },
      element('metadata', {}, element('schema', {}, 'QTI Package'), element('schemaversion', {}, '3.0.0')),
      element('organizations'),
      element('resources', {}, ...entries.map(resource), ...alongside.map(webContent)),
    ),
  )

const webContent = (href: string): Element =>
  element('resource', { identifier: `FILE-${href}`, type: 'webcontent', href }, element('file', { href }))

const resource = ({ identifier, href, files, about }: ManifestEntry): Element =>
  element(
    'resource',
    { identifier, type: ITEM_TYPE, href },
    element('metadata', {}, aboutElement(about)),
    ...[href, ...files].map((file) => element('file', { href: file })),
  )

const aboutElement = ({ guideline, tags, scenario, picture, explanationPicture, ...about }: About): Element =>
  element(
    'own:question',
    {},
    element('own:module', {}, about.module),
    element('own:difficulty', {}, about.difficulty),
    element('own:blooms-level', {}, about.bloomsLevel),
    element('own:guideline', { year: String(guideline.year) }, guideline.name),
    ...about.references.map((reference) => element('own:reference', {}, reference)),
    element('own:domain', {}, tags.domain),
    element('own:sub-topic', {}, tags.subTopic),
    element('own:age-group', {}, tags.ageGroup),
    ...(tags.judgmentStep === null ? [] : [element('own:judgment-step', {}, tags.judgmentStep)]),
    ...(scenario ? [element('own:scenario', { set: scenario.set, part: String(scenario.part), of: String(scenario.of) })] : []),
    ...(picture ? [element('own:picture', {}, JSON.stringify(picture))] : []),
    ...(explanationPicture ? [element('own:explanation-picture', {}, JSON.stringify(explanationPicture))] : []),
  )

export interface ReadEntry {
  readonly identifier: string
  readonly href: string
  readonly about: Readonly<Record<string, unknown>>
}

export function readManifest(root: Element): readonly ReadEntry[] | { readonly fault: string } {
  if (root.name !== 'manifest') return { fault: `it is a ${root.name}, not a manifest` }
  const [version] = descendants(root, 'schemaversion')
  if (!version || !/^3\./.test(textOf(version))) return { fault: 'it does not say that it is a package of QTI 3' }
  return descendants(root, 'resource')
    .filter(({ attributes }) => attributes.type?.startsWith('imsqti_item_'))
    .map((found) => ({
      identifier: found.attributes.identifier ?? '',
      href: found.attributes.href ?? '',
      about: readAbout(childNamed(found, 'metadata')),
    }))
}

function readAbout(metadata: Element | undefined): Readonly<Record<string, unknown>> {
  const own = metadata && childNamed(metadata, 'question')
  if (!own) return {}
  const said = (name: string) => {
    const found = childNamed(own, name)
    return found ? textOf(found) : undefined
  }
  const guideline = childNamed(own, 'guideline')
  const scenario = childNamed(own, 'scenario')?.attributes
  return {
    module: said('module'),
    difficulty: said('difficulty'),
    bloomsLevel: said('blooms-level'),
    guideline: guideline && { name: textOf(guideline), year: Number(guideline.attributes.year) },
    references: childrenNamed(own, 'reference').map((reference) => textOf(reference)),
    tags: {
      domain: said('domain'),
      subTopic: said('sub-topic'),
      ageGroup: said('age-group'),
      judgmentStep: said('judgment-step') ?? null,
    },
    scenario: scenario ? { set: scenario.set, part: Number(scenario.part), of: Number(scenario.of) } : null,
    picture: parameters(said('picture')),
    explanationPicture: parameters(said('explanation-picture')),
  }
}

function parameters(json: string | undefined): unknown {
  if (json === undefined) return null
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
