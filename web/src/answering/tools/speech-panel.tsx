import type { AnswerResult, AskedItem, Question } from '@medicready/domain/contract/questions/questions'
import { Square, Volume2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { keep, ofThisBrowser, readKept } from '../../ui/kept.ts'
import { rowLetter } from '../../ui/radio-rows.tsx'
import { createStore } from '../../ui/store.ts'
import { Switch } from '../../ui/switch.tsx'

const KEY = 'readQuestionsAloud'
const isOn = createStore(readKept(ofThisBrowser, KEY) === true, false)
const isSpeaking = createStore(false)

export const canSpeak = (): boolean => 'speechSynthesis' in window
export const readsAloud = isOn.read
const useReadsAloud = isOn.useValue
export const useIsSpeaking = isSpeaking.useValue

/** One utterance per sentence: browsers stop in the middle of long speeches. */
export function speak(sentences: readonly string[]): void {
  if (!canSpeak() || sentences.length === 0) return
  stopSpeaking()
  const spoken = sentences.map((sentence) => {
    const utterance = new SpeechSynthesisUtterance(sentence)
    utterance.lang = 'en-US'
    return utterance
  })
  const last = spoken.at(-1)
  // The utterance stopped for this one ends after this one begins.
  const end = () => {
    if (current === last) isSpeaking.set(false)
  }
  current = last
  for (const utterance of spoken) {
    utterance.onerror = end
    if (utterance === last) utterance.onend = end
    speechSynthesis.speak(utterance)
  }
  isSpeaking.set(true)
}
let current: SpeechSynthesisUtterance | undefined

export function stopSpeaking(): void {
  current = undefined
  if (canSpeak()) speechSynthesis.cancel()
  isSpeaking.set(false)
}

function switchReadingAloud(on: boolean): void {
  isOn.set(on)
  keep(ofThisBrowser, KEY, on ? true : null)
  if (!on) stopSpeaking()
}

const texts = (parts: readonly { readonly text: string }[]) => parts.map(({ text }) => text)
const lettered = (parts: readonly { readonly text: string }[]) => parts.map(({ text }, index) => `${rowLetter(index)}. ${text}.`)

function spokenItem(item: AskedItem): string[] {
  switch (item.kind) {
    case 'multiple_choice':
      return lettered(item.options)
    case 'multiple_response':
      return [`Choose ${item.choose}.`, ...lettered(item.options)]
    case 'build_list':
      return ['Put these steps in order.', ...lettered(item.steps)]
    case 'drag_drop':
      return [`Put each into one of these: ${texts(item.boxes).join('; ')}.`, ...lettered(item.things)]
    case 'options_table':
      return [`For each row choose one of these: ${texts(item.columns).join('; ')}.`, ...texts(item.rows).map((row) => `${row}.`)]
    case 'hot_spot':
      return ['Choose a place in the picture.', ...lettered(item.spots)]
    case 'fill_in_blank':
      return [`Enter a number in ${item.unit}.`]
  }
}

const sentences = (text: string): string[] =>
  text.match(/[^.!?\n]+(?:[.!?]+(?=\s|$)|[.!?](?=\S)[^.!?\n]*)*[.!?]*/g)?.map((one) => one.trim()) ?? []

export const spokenQuestion = ({ scenario, stem, item }: Pick<Question, 'scenario' | 'stem' | 'item'>): string[] =>
  [...(scenario ? sentences(scenario.patient) : []), ...sentences(stem), ...spokenItem(item)].filter((one) => one !== '')

/** Only for what may be revealed. */
export const spokenExplanation = ({ isCorrect, question }: Pick<AnswerResult, 'isCorrect' | 'question'>): string[] =>
  [
    isCorrect ? 'Correct.' : 'Incorrect.',
    `The correct answer: ${question.correctAnswer}.`,
    ...sentences(question.explanation),
    ...(question.clinicalPearl ? ['Clinical pearl.', ...sentences(question.clinicalPearl)] : []),
  ].filter((one) => one !== '')

export function SpeechPanel({ question, explanation }: { question: readonly string[]; explanation: readonly string[] | null }) {
  const on = useReadsAloud()
  const speaking = useIsSpeaking()
  if (!canSpeak()) return <p className="text-sm">This browser cannot read aloud.</p>
  return (
    <div className="grid gap-4">
      <Switch
        label="Read questions aloud"
        hint="Reads each question and its explanation. Saved in this browser."
        checked={on}
        onChange={(checked) => {
          switchReadingAloud(checked)
          if (checked) speak(explanation ?? question)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button icon={Volume2} variant="secondary" size="sm" onClick={() => speak(question)} label="Read the question" />
        {explanation && (
          <Button icon={Volume2} variant="secondary" size="sm" onClick={() => speak(explanation)} label="Read the explanation" />
        )}
        <Button
          icon={Square}
          variant="secondary"
          size="sm"
          {...(!speaking && { disabledReason: 'Nothing is being read.' })}
          onClick={stopSpeaking}
          label="Stop"
        />
      </div>
    </div>
  )
}
