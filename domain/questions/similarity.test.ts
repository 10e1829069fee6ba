import { expect, test } from 'vitest'
import { multipleChoice } from './content/item.ts'
import { type Comparable, comparable, NEAR_DUPLICATE_SIMILARITY, nearDuplicates, similarityIndex } from './similarity.ts'

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

const found = (stem: string, other: string, threshold = 0.1) =>
  nearDuplicates({ stem, correctAnswer: '' }, similarityIndex([{ stem: other, correctAnswer: '' }]), threshold)

test('similarity is the shared part of all runs of three words', () => {
  expect(found('one two three four', 'zero two three four')).toEqual([{ index: 0, similarity: 1 / 3 }])
  expect(found('one two three four', 'zero two three four', 1 / 3)).toHaveLength(1)
  expect(found('one two three four', 'zero two three four', 0.34)).toEqual([])
  expect(found('one two three', 'four five six', 0)).toEqual([])
})

test('word boundaries matter', () => {
  expect(found('now here is', 'no where is')).toEqual([])
  expect(found('now here', 'no where')).toEqual([])
})

test('a full set of vital signs does not make two questions similar', () => {
  const signs = 'BP is 96/80 mm Hg, pulse 122 beats/min, respirations 24 breaths/min, SpO2 95%'
  expect(found(`Chest pain. ${signs}`, `Broken leg. ${signs}`)).toEqual([])
})

test('another patient does not make another question', () => {
  expect(found('Why is he dying?', 'Why is she dying?')).toEqual([{ index: 0, similarity: 1 }])
  expect(found('Why is he dying?', 'Why is it dying?')).toEqual([])
})

test('the stem and the answer of a question are compared', () => {
  const item = multipleChoice('Hypoxia', [{ text: 'Acidosis', rationale: 'It comes later.' }])
  expect(comparable({ stem: 'Why?', item })).toEqual({ stem: 'Why?', correctAnswer: 'Hypoxia' })
})

test('an index holds a million questions', () => {
  expect(() => similarityIndex(new Array(2 ** 20 + 1))).toThrow('A similarity index holds at most 1048576 questions.')
})

test('one question is compared with 20,000 in less than 50 ms', () => {
  const words = Array.from({ length: 600 }, (_, index) => `word${String.fromCharCode(97 + (index % 26), 97 + ((index / 26) % 26))}`)
  const bank = Array.from({ length: 20_000 }, (_, place) => ({
    stem: `A ${place}-year-old man. ${Array.from({ length: 50 }, (_, index) => words[(place * 7 + index * index * 13 + index * place) % words.length]).join(' ')}. What should you do first?`,
    correctAnswer: 'Suction the mouth and pharynx',
  }))
  const index = similarityIndex(bank)
  const candidates = bank.slice(0, 20)
  // The thread's own CPU time, independent of other load.
  const before = process.threadCpuUsage()
  for (const candidate of candidates) nearDuplicates(candidate, index)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000 / candidates.length).toBeLessThan(50)
})
