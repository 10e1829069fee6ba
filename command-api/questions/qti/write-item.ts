import type { QuestionContent } from '@medicready/domain/questions/content/content'
import type { ItemOf } from '@medicready/domain/questions/content/item'
import {
  type Element,
  EXPLANATION,
  element,
  type exchangedKinds,
  FEEDBACK,
  MATCH_CORRECT,
  PATIENT_CLASS,
  PEARL,
  qtiNamespaces,
  RATIONALE,
  RESPONSE,
  TABULAR,
  writeXml,
} from './xml.ts'

export type ExchangedItem = ItemOf<(typeof exchangedKinds)[number]>
export type ExchangedContent = QuestionContent & { readonly item: ExchangedItem }
export const isExchanged = (content: QuestionContent): content is ExchangedContent =>
  content.item.kind !== 'hot_spot' && content.item.kind !== 'fill_in_blank'

export interface PlacedPicture {
  readonly href: string
  readonly alt: string
}

interface ItemOfPackage {
  readonly identifier: string
  readonly title: string
  readonly content: ExchangedContent
  readonly picture: PlacedPicture | null
  readonly explanationPicture: PlacedPicture | null
}

export const itemXml = ({ identifier, title, content, picture, explanationPicture }: ItemOfPackage): string =>
  writeXml(
    element(
      'qti-assessment-item',
      { xmlns: qtiNamespaces.item, identifier, title, adaptive: 'false', 'time-dependent': 'false' },
      responseDeclaration(content.item),
      element('qti-outcome-declaration', { identifier: 'SCORE', cardinality: 'single', 'base-type': 'float' }),
      ...[FEEDBACK, RATIONALE].map((name) =>
        element('qti-outcome-declaration', { identifier: name, cardinality: 'multiple', 'base-type': 'identifier' }),
      ),
      element(
        'qti-item-body',
        {},
        ...(content.scenario ? [element('div', { class: PATIENT_CLASS }, ...paragraphs(content.scenario.patient))] : []),
        ...paragraphs(content.stem),
        ...image(picture),
        interaction(content.item),
      ),
      element('qti-response-processing', { template: MATCH_CORRECT }),
      modalFeedback(EXPLANATION, ...paragraphs(content.explanation), ...image(explanationPicture)),
      modalFeedback(PEARL, ...paragraphs(content.clinicalPearl)),
    ),
  )

const paragraphs = (text: string): Element[] => text.split('\n').map((line) => element('p', {}, line))
const image = (picture: PlacedPicture | null): Element[] =>
  picture ? [element('p', {}, element('img', { src: picture.href, alt: picture.alt }))] : []

const modalFeedback = (identifier: string, ...children: readonly Element[]): Element =>
  element(
    'qti-modal-feedback',
    { 'outcome-identifier': FEEDBACK, identifier, 'show-hide': 'show' },
    element('qti-content-body', {}, ...children),
  )

function responseDeclaration(item: ExchangedItem): Element {
  const { cardinality, baseType, values } = response(item)
  return element(
    'qti-response-declaration',
    { identifier: RESPONSE, cardinality, 'base-type': baseType },
    element('qti-correct-response', {}, ...values.map((value) => element('qti-value', {}, value))),
  )
}

const pairs = (placement: Readonly<Record<string, string>>): string[] =>
  Object.entries(placement).map(([source, target]) => `${sourceId(source)} ${targetId(target)}`)
/** Identifiers are unique within an item, so sources and targets have different prefixes. */
const sourceId = (id: string) => `S-${id}`
const targetId = (id: string) => `T-${id}`
const choiceId = (id: string) => `C-${id}`

function response(item: ExchangedItem): { cardinality: string; baseType: string; values: string[] } {
  switch (item.kind) {
    case 'multiple_choice':
      return { cardinality: 'single', baseType: 'identifier', values: [choiceId(item.key)] }
    case 'multiple_response':
      return { cardinality: 'multiple', baseType: 'identifier', values: item.keys.map(choiceId) }
    case 'build_list':
      return { cardinality: 'ordered', baseType: 'identifier', values: item.order.map(choiceId) }
    case 'drag_drop':
      return { cardinality: 'multiple', baseType: 'directedPair', values: pairs(item.placement) }
    case 'options_table':
      return { cardinality: 'multiple', baseType: 'directedPair', values: pairs(item.marks) }
  }
}

interface Part {
  readonly id: string
  readonly text: string
  readonly rationale?: string | null
}

const inlineRationale = (identifier: string, rationale: string | null | undefined): Element[] =>
  rationale ? [element('qti-feedback-inline', { 'outcome-identifier': RATIONALE, identifier, 'show-hide': 'show' }, rationale)] : []

const choice = ({ id, text, rationale }: Part): Element =>
  element('qti-simple-choice', { identifier: choiceId(id) }, text, ...inlineRationale(choiceId(id), rationale))

const matchSet = (parts: readonly Part[], identifierOf: (id: string) => string, matchMax: string): Element =>
  element(
    'qti-simple-match-set',
    {},
    ...parts.map(({ id, text, rationale }) =>
      element(
        'qti-simple-associable-choice',
        { identifier: identifierOf(id), 'match-max': matchMax },
        text,
        ...inlineRationale(identifierOf(id), rationale),
      ),
    ),
  )

function interaction(item: ExchangedItem): Element {
  const answered = { 'response-identifier': RESPONSE }
  switch (item.kind) {
    case 'multiple_choice':
      return element('qti-choice-interaction', { ...answered, 'max-choices': '1', shuffle: 'false' }, ...item.options.map(choice))
    case 'multiple_response': {
      const count = String(item.keys.length)
      return element(
        'qti-choice-interaction',
        { ...answered, 'min-choices': count, 'max-choices': count, shuffle: 'false' },
        ...item.options.map(choice),
      )
    }
    case 'build_list':
      return element('qti-order-interaction', { ...answered, shuffle: 'true' }, ...item.steps.map(choice))
    case 'drag_drop':
      return match({ ...answered, shuffle: 'false' }, item.things, item.boxes)
    case 'options_table':
      return match({ ...answered, shuffle: 'false', class: TABULAR }, item.rows, item.columns)
  }
}

/** Each source goes to one target; a target takes any number. */
const match = (attributes: Record<string, string>, sources: readonly Part[], targets: readonly Part[]): Element =>
  element(
    'qti-match-interaction',
    { ...attributes, 'max-associations': String(sources.length) },
    matchSet(sources, sourceId, '1'),
    matchSet(targets, targetId, '0'),
  )
