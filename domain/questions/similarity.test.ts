import { expect, test } from 'vitest'
import { type Comparable, NEAR_DUPLICATE_SIMILARITY, nearDuplicates, similarityIndex } from './similarity.ts'

const asthma: Comparable = {
  stem: 'A 24-year-old woman with asthma has used her rescue inhaler ten times in 6 hours. She breathes at 36 breaths/min with loud wheezes, and SpO2 is 90%. Ten minutes later she is drowsy with almost no breath sounds. What do these changes most likely mean?',
  correctAnswer: 'Exhaustion with ventilatory failure',
}
const sameWithOtherFigures: Comparable = {
  stem: 'A 31-year-old man with asthma has used his rescue inhaler ten times in 4 hours. He breathes at 40 breaths/min with loud wheezes, and SpO2 is 87%. Ten minutes later he is drowsy with almost no breath sounds. What do these changes most likely mean?',
  correctAnswer: 'Exhaustion with ventilatory failure',
}
const sameWithASentenceRewritten: Comparable = {
  stem: 'A 31-year-old man with asthma has used his rescue inhaler ten times in 4 hours. On your arrival the wheezing is heard from the door and he cannot finish a sentence. Ten minutes later he is drowsy with almost no breath sounds. What do these changes most likely mean?',
  correctAnswer: 'Exhaustion with ventilatory failure',
}
const another: Comparable = {
  stem: 'A 24-year-old woman with asthma has hives and a swollen tongue after a bee sting. She breathes at 28 breaths/min with wheezes, SpO2 is 90%, and BP is 82/50 mm Hg. What should be given first?',
  correctAnswer: 'Epinephrine 0.3 mg IM',
}

test('a copy with other figures and another sex is found', () => {
  const [copy, ...others] = nearDuplicates(sameWithOtherFigures, similarityIndex([another, asthma]))
  expect(copy).toMatchObject({ index: 1 })
  expect(copy?.similarity).toBeGreaterThan(0.9)
  expect(others).toEqual([])
})

test('a copy with one sentence rewritten is found', () => {
  expect(nearDuplicates(sameWithASentenceRewritten, similarityIndex([asthma]))[0]?.similarity).toBeGreaterThan(0.5)
})

test('the same kind of patient with another problem is another question', () => {
  expect(nearDuplicates(another, similarityIndex([asthma, sameWithOtherFigures]))).toEqual([])
  expect(nearDuplicates(another, similarityIndex([asthma]), 0.01)[0]?.similarity).toBeLessThan(0.2)
})

test('an empty bank has no duplicates, and a text shorter than a shingle is compared as a whole', () => {
  expect(nearDuplicates(asthma, similarityIndex([]))).toEqual([])
  const short = { stem: 'Why?', correctAnswer: 'Hypoxia' }
  expect(nearDuplicates(short, similarityIndex([short]))).toEqual([{ index: 0, similarity: 1 }])
  expect(nearDuplicates(short, similarityIndex([{ stem: 'Why?', correctAnswer: 'Acidosis' }]))).toEqual([])
})

test('the most similar comes first', () => {
  const found = nearDuplicates(asthma, similarityIndex([sameWithASentenceRewritten, another, asthma]), NEAR_DUPLICATE_SIMILARITY)
  expect(found.map(({ index }) => index)).toEqual([2, 0])
})

test('one question is compared with 20,000 in less than 50 ms', () => {
  const words = Array.from({ length: 600 }, (_, index) => `word${String.fromCharCode(97 + (index % 26), 97 + ((index / 26) % 26))}`)
  const bank = Array.from({ length: 20_000 }, (_, place) => ({
    stem: `A ${place}-year-old man. ${Array.from({ length: 50 }, (_, index) => words[(place * 7 + index * index * 13 + index * place) % words.length]).join(' ')}. What should you do first?`,
    correctAnswer: 'Suction the mouth and pharynx',
  }))
  const index = similarityIndex(bank)
  const candidates = bank.slice(0, 20)
  const started = performance.now()
  for (const candidate of candidates) nearDuplicates(candidate, index)
  expect((performance.now() - started) / candidates.length).toBeLessThan(50)
})
