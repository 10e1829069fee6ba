import type { TierShows } from '../../billing/shown/tiers.ts'
import { type QuestionContent, questionTypeOf } from '../../questions/content/content.ts'
import {
  askedItem,
  correctAnswerOf,
  type ItemAnswer,
  keyOf,
  partsRight,
  reasonsOf,
  shownTexts,
  wordsOf,
} from '../../questions/content/item.ts'
import type { Picture } from '../../questions/content/picture.ts'
import type { GuidelineChange } from '../../questions/guideline-change.ts'
import { describePicture, sizeOf } from '../../questions/pictures/drawn/draw.ts'
import { shuffledItem } from '../../questions/shuffled-item.ts'
import type { ShownPicture } from './pictures.ts'
import type { AnsweredQuestion, AnswerResult, Question, WithheldAnswer } from './questions.ts'

export interface ShownVersion {
  readonly id: string
  readonly version: number
  readonly content: Omit<QuestionContent, 'guideline' | 'tags'>
  /** Seed of the shown order; null for the authored order. */
  readonly shuffle: number | null
}

export interface ExplainedVersion extends ShownVersion {
  /** Also if it came after this version. */
  readonly changed: GuidelineChange | null
}

/** Safe to show before the answer: reveals nothing about the key. */
export function askedQuestion(question: ShownVersion, addressOf: PictureAddressOf): Question {
  const { id, version, content } = question
  const item = shuffledItem(askedItem(content.item), question.shuffle)
  return {
    id,
    version,
    module: content.module,
    questionType: questionTypeOf(content),
    stem: content.stem,
    picture: shownPicture(content.picture, { questionId: id, version, of: 'question' }, addressOf),
    scenario: content.scenario && { part: content.scenario.part, of: content.scenario.of, patient: content.scenario.patient },
    choices: shownTexts(item),
    item,
    difficulty: content.difficulty,
    bloomsLevel: content.bloomsLevel,
  }
}

export interface Viewer {
  readonly shows: TierShows
  readonly addressOf: PictureAddressOf
}

function answeredQuestion(question: ExplainedVersion, { shows, addressOf }: Viewer): AnsweredQuestion {
  const { id: questionId, version, content } = question
  return {
    ...askedQuestion(question, addressOf),
    correctAnswer: correctAnswerOf(content.item),
    key: keyOf(content.item),
    explanation: content.explanation,
    explanationPicture: shownPicture(content.explanationPicture, { questionId, version, of: 'explanation' }, addressOf),
    rationales: shows.rationales ? reasonsOf(content.item) : [],
    clinicalPearl: content.clinicalPearl,
    references: shows.references ? content.references : [],
    changed: question.changed,
    isShortened: !shows.rationales || !shows.references,
  }
}

/** May reveal the key because an answer was given. */
export const answerResult = (
  question: ExplainedVersion,
  { answer, isCorrect }: { readonly answer: ItemAnswer | null; readonly isCorrect: boolean },
  viewer: Viewer,
): AnswerResult => ({
  isCorrect,
  ...withheldAnswer(question, answer),
  parts: partsRight(question.content.item, answer),
  question: answeredQuestion(question, viewer),
})

export const withheldAnswer = ({ content }: ShownVersion, answer: ItemAnswer | null): WithheldAnswer => ({
  selectedAnswer: wordsOf(content.item, answer),
  answer,
})

export interface PicturePlace {
  readonly questionId: string
  readonly version: number
  readonly of: 'question' | 'explanation'
}

/** Must not reveal what the picture shows. */
export type PictureAddressOf = (place: PicturePlace) => string

type Look = Omit<ShownPicture, 'imageUrl' | 'soundUrl'>

const looks = new WeakMap<Picture, Look>()

/** Reveals no parameters except a table's, which are visible anyway. */
export function shownPicture(picture: Picture | null, place: PicturePlace, addressOf: PictureAddressOf): ShownPicture | null {
  if (picture === null) return null
  const look = looks.get(picture) ?? lookOf(picture)
  looks.set(picture, look)
  const imageUrl = addressOf(place)
  return { imageUrl, soundUrl: picture.kind === 'sound' ? `${imageUrl}/sound` : null, ...look }
}

function lookOf(picture: Picture): Look {
  const { width, height } = picture.kind === 'image' ? picture : sizeOf(picture)
  const table = picture.kind === 'vital_signs' ? { times: picture.times, rows: picture.rows } : null
  const textTable = picture.kind === 'table' ? { caption: picture.caption, columns: picture.columns, rows: picture.rows } : null
  return { alt: describePicture(picture), width, height, table, textTable }
}

/** Pictures of trial questions need no account. */
export const sampleAddressOf =
  (addressOf: PictureAddressOf): PictureAddressOf =>
  (place) =>
    addressOf(place).replace('/api/pictures/', '/api/samples/pictures/')
