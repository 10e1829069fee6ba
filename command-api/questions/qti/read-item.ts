import type { ExchangedItem } from './write-item.ts'
import { childNamed, childrenNamed, descendants, type Element, EXPLANATION, PATIENT_CLASS, PEARL, TABULAR, textOf } from './xml.ts'

export interface ReadItem {
  readonly identifier: string
  readonly title: string
  readonly stem: string
  readonly patient: string | null
  readonly item: Unchecked
  readonly explanation: string
  readonly clinicalPearl: string
  readonly picture: ReadPicture | null
  readonly explanationPicture: ReadPicture | null
}

export interface ReadPicture {
  readonly src: string
  readonly alt: string
}

type Unchecked = { [Kind in ExchangedItem['kind']]: Extract<ExchangedItem, { kind: Kind }> }[ExchangedItem['kind']]

const INTERACTIONS = ['qti-choice-interaction', 'qti-order-interaction', 'qti-match-interaction'] as const

export function readItem(root: Element): ReadItem | { readonly fault: string } {
  if (root.name !== 'qti-assessment-item') return { fault: `it is a ${root.name}, not an item of QTI 3` }
  const body = childNamed(root, 'qti-item-body')
  if (!body) return { fault: 'it has no body' }
  const interactions = descendants(body, ...interactionNames(body))
  const [interaction] = interactions
  if (interactions.length !== 1 || !interaction) return { fault: `it has ${interactions.length} interactions instead of one` }
  const item = readInteraction(interaction, correctResponse(root, interaction))
  if ('fault' in item) return item
  const patient = descendants(body, 'div').find(({ attributes }) => attributes.class === PATIENT_CLASS)
  const prompt = childNamed(interaction, 'qti-prompt')
  const told = textOf(without(body, patient), interaction.name)
  return {
    identifier: root.attributes.identifier ?? '',
    title: root.attributes.title ?? '',
    stem: [told, ...(prompt ? [textOf(prompt)] : [])].filter(Boolean).join('\n'),
    patient: patient ? textOf(patient) : null,
    item,
    ...feedback(root),
    picture: pictureIn(body),
  }
}

/** All interactions, known or not: an item with another one beside ours is not ours. */
const interactionNames = (body: Element): string[] => {
  const names = (parent: Element): string[] =>
    parent.children.flatMap((child) => (typeof child === 'string' ? [] : [child.name, ...names(child)]))
  return names(body).filter((name) => name.endsWith('-interaction'))
}

const without = (parent: Element, child: Element | undefined): Element => ({
  ...parent,
  children: parent.children.filter((one) => one !== child),
})

function pictureIn(parent: Element): ReadPicture | null {
  const [image] = descendants(parent, 'img')
  return image ? { src: image.attributes.src ?? '', alt: (image.attributes.alt ?? '').trim() } : null
}

function feedback(root: Element): Pick<ReadItem, 'explanation' | 'clinicalPearl' | 'explanationPicture'> {
  const named = (identifier: string) =>
    childrenNamed(root, 'qti-modal-feedback').find(({ attributes }) => attributes.identifier === identifier)
  const [explanation, pearl] = [named(EXPLANATION), named(PEARL)]
  return {
    explanation: explanation ? textOf(explanation) : '',
    clinicalPearl: pearl ? textOf(pearl) : '',
    explanationPicture: explanation ? pictureIn(explanation) : null,
  }
}

function correctResponse(root: Element, interaction: Element): string[] {
  const declared = childrenNamed(root, 'qti-response-declaration').find(
    ({ attributes }) => attributes.identifier === interaction.attributes['response-identifier'],
  )
  const correct = declared && childNamed(declared, 'qti-correct-response')
  return correct ? childrenNamed(correct, 'qti-value').map((value) => textOf(value)) : []
}

interface ReadPart {
  readonly identifier: string
  readonly id: string
  readonly text: string
  readonly rationale: string
}

/** Our own identifiers; others are replaced by letters in order. */
const OWN = /^[CST]-([a-z0-9-]{1,20})$/

function readParts(parts: readonly Element[]): ReadPart[] {
  const identifiers = parts.map(({ attributes }) => attributes.identifier ?? '')
  const own = identifiers.map((identifier) => OWN.exec(identifier)?.[1])
  const isOwn = own.every((id) => id !== undefined)
  return parts.map((part, index) => {
    const rationale = childNamed(part, 'qti-feedback-inline')
    return {
      identifier: identifiers[index] ?? '',
      id: isOwn ? (own[index] ?? '') : 'abcdefghijkl'.charAt(index),
      text: textOf(part, 'qti-feedback-inline').replaceAll('\n', ' '),
      rationale: rationale ? textOf(rationale) : '',
    }
  })
}

const idsOf = (parts: readonly ReadPart[], identifiers: readonly string[]): string[] =>
  identifiers.map((identifier) => parts.find((part) => part.identifier === identifier)?.id ?? identifier)

const explained = ({ id, text, rationale }: ReadPart) => ({ id, text, rationale })

function readInteraction(interaction: Element, correct: readonly string[]): Unchecked | { readonly fault: string } {
  if (correct.length === 0) return { fault: 'it does not say which answer is correct' }
  switch (interaction.name) {
    case 'qti-choice-interaction': {
      const parts = readParts(childrenNamed(interaction, 'qti-simple-choice'))
      const keys = idsOf(parts, correct)
      if (interaction.attributes['max-choices'] !== '1') return { kind: 'multiple_response', options: parts.map(explained), keys }
      const [key = ''] = keys
      const options = parts.map(({ id, text, rationale }) => ({ id, text, rationale: id === key ? null : rationale }))
      return { kind: 'multiple_choice', options, key }
    }
    case 'qti-order-interaction': {
      const parts = readParts(childrenNamed(interaction, 'qti-simple-choice'))
      return { kind: 'build_list', steps: parts.map(explained), order: idsOf(parts, correct) }
    }
    case 'qti-match-interaction':
      return readMatch(interaction, correct)
    default:
      return { fault: `it has a ${interaction.name}; what is taken is ${INTERACTIONS.join(', ')}` }
  }
}

function readMatch(interaction: Element, correct: readonly string[]): Unchecked | { readonly fault: string } {
  const [sources, targets] = childrenNamed(interaction, 'qti-simple-match-set').map((set) =>
    readParts(childrenNamed(set, 'qti-simple-associable-choice')),
  )
  if (!sources || !targets) return { fault: 'it does not have two sets to match' }
  const pairs = correct.map((pair) => pair.split(/\s+/))
  if (new Set(pairs.map(([source]) => source)).size < pairs.length) return { fault: 'it matches one thing with more than one other' }
  const placement = Object.fromEntries(
    pairs.map(([source = '', target = '']) => [idsOf(sources, [source])[0] ?? '', idsOf(targets, [target])[0] ?? '']),
  )
  const named = targets.map(({ id, text }) => ({ id, text }))
  return interaction.attributes.class?.split(/\s+/).includes(TABULAR)
    ? { kind: 'options_table', columns: named, rows: sources.map(explained), marks: placement }
    : { kind: 'drag_drop', boxes: named, things: sources.map(explained), placement }
}
