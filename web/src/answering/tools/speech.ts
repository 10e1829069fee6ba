import { keep, ofThisBrowser, readKept } from '../../ui/kept.ts'
import { createStore } from '../../ui/store.ts'

/** Reading aloud by the browser. Off until somebody switches it on; the switch is kept for this browser. */

const KEY = 'readQuestionsAloud'
const isOn = createStore(readKept(ofThisBrowser, KEY) === true)
const isSpeaking = createStore(false)

export const canSpeak = (): boolean => 'speechSynthesis' in window
export const readsAloud = isOn.read
export const useReadsAloud = isOn.useValue
export const useIsSpeaking = isSpeaking.useValue

/** Reads these sentences, in place of what is being read. */
export function speak(sentences: readonly string[]): void {
  if (!canSpeak() || sentences.length === 0) return
  stopSpeaking()
  const spoken = sentences.map((sentence) => {
    const utterance = new SpeechSynthesisUtterance(sentence)
    utterance.lang = 'en-US'
    return utterance
  })
  const last = spoken.at(-1)
  // What was stopped to make room for this one ends later than this one begins.
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

export function switchReadingAloud(on: boolean): void {
  isOn.set(on)
  keep(ofThisBrowser, KEY, on ? true : null)
  if (!on) stopSpeaking()
}
