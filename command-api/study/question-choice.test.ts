import { asItStands } from '@medicready/domain/study/delivered-question'
import { type ModuleName, moduleNames } from '@medicready/domain/study/modules'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { createTestDatabase, type TestDatabase } from '@medicready/platform/testing/postgres'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { QuestionChoice } from './question-choice.ts'

let database: TestDatabase
let sql: Sql
let choice: QuestionChoice
let userId: string

beforeAll(async () => {
  database = await createTestDatabase()
  sql = connectPostgres(database.url, { name: 'test' })
  // The read models that the choice looks at.
  await sql.unsafe(`
    CREATE SCHEMA IF NOT EXISTS read;
    CREATE TABLE read.questions (id uuid PRIMARY KEY, version int, module text, is_active boolean, scenario jsonb);
    CREATE TABLE read.question_catalog (changes int);
    CREATE TABLE read.question_deliveries
      (user_id uuid, question_id uuid, module text, last_delivered_on date, PRIMARY KEY (user_id, question_id));
    CREATE TABLE read.user_progress (user_id uuid, module text, scored_answers int, correct_answers int)`)
})
beforeEach(async () => {
  userId = uuidV4()
  choice = new QuestionChoice(sql)
  await sql`TRUNCATE read.questions, read.question_catalog`
  await sql`INSERT INTO read.question_catalog VALUES (0)`
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

/** Adds so many questions to a module. Answers their ids. */
async function add(module: ModuleName, count: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    INSERT INTO read.questions SELECT gen_random_uuid(), 1, ${module}, true FROM generate_series(1, ${count}::int) RETURNING id`
  await sql`UPDATE read.question_catalog SET changes = changes + 1`
  return rows.map(({ id }) => id)
}

/** Adds a set to a module. Answers the ids of its parts. */
async function addSet(module: ModuleName, of: number): Promise<string[]> {
  const ids = await add(module, of)
  const set = `set-${uuidV4()}`
  for (const [index, id] of ids.entries())
    await sql`UPDATE read.questions SET scenario = ${sql.json({ set, part: index + 1, of, patient: 'A man of 40.' })} WHERE id = ${id}`
  await sql`UPDATE read.question_catalog SET changes = changes + 1`
  return ids
}

async function deliver(questionIds: readonly string[], day: string, learner = userId) {
  await sql`
    INSERT INTO read.question_deliveries SELECT ${learner}, id, module, ${day} FROM read.questions WHERE id = ANY(${questionIds as string[]}::uuid[])`
}

const best = (count: number, modules: readonly ModuleName[] = moduleNames, seed = 'seed') => choice.best({ userId, modules, seed, count })
const idsOf = (questions: readonly { questionId: string }[]) => questions.map(({ questionId }) => questionId)

test('new questions come first, whoever else had them, and then what was not seen for the longest time', async () => {
  const ids = await add('Trauma', 30)
  await deliver(ids.slice(0, 10), '2026-01-03')
  await deliver(ids.slice(10, 20), '2026-01-02')
  await deliver(ids.slice(20, 25), '2026-01-01')
  await deliver(ids, '2026-01-04', uuidV4())
  const chosen = idsOf(await best(18))
  expect(chosen).toHaveLength(18)
  expect(chosen.slice(0, 5).toSorted()).toEqual(ids.slice(25).toSorted())
  expect(chosen.slice(5, 10).toSorted()).toEqual(ids.slice(20, 25).toSorted())
  expect(ids.slice(10, 20)).toEqual(expect.arrayContaining(chosen.slice(10)))
  expect(idsOf(await best(100)).toSorted()).toEqual(ids.toSorted())
})

test('what was repeated is chosen by the seed among the questions of one day', async () => {
  await deliver(await add('Trauma', 40), '2026-01-01')
  const [one, again, other] = [await best(5), await best(5), await best(5, ['Trauma'], 'another seed')]
  expect(again).toEqual(one)
  expect(other).not.toEqual(one)
})

test('modules take turns, the weakest first, and no other module is chosen from', async () => {
  for (const module of ['Trauma', 'Pediatrics', 'Geriatrics'] as const) await deliver((await add(module, 4)).slice(0, 2), '2026-01-01')
  await sql`INSERT INTO read.user_progress VALUES (${userId}, 'Trauma', 20, 18), (${userId}, 'Pediatrics', 20, 2)`
  const chosen = await best(8, ['Trauma', 'Pediatrics'])
  expect(chosen.map(({ module }) => module)).toEqual(Array.from({ length: 8 }, (_, turn) => (turn % 2 === 0 ? 'Pediatrics' : 'Trauma')))
})

test('what may no longer be drawn is not chosen, neither anew nor again', async () => {
  const ids = await add('Trauma', 6)
  await deliver(ids.slice(0, 3), '2026-01-01')
  expect(await best(6)).toHaveLength(6)
  await sql`UPDATE read.questions SET is_active = false WHERE id = ANY(${[ids[0], ids[5]] as string[]}::uuid[])`
  await sql`UPDATE read.question_catalog SET changes = changes + 1`
  expect(idsOf(await best(6)).toSorted()).toEqual(ids.slice(1, 5).toSorted())
})

test('a question is given in its latest version', async () => {
  const [fresh = '', seen = ''] = await add('Trauma', 2)
  await deliver([seen], '2026-01-01')
  await sql`UPDATE read.questions SET version = 3`
  await sql`UPDATE read.question_catalog SET changes = changes + 1`
  expect(await best(2)).toEqual([
    { questionId: fresh, questionVersion: 3, module: 'Trauma', set: null, ...asItStands },
    { questionId: seen, questionVersion: 3, module: 'Trauma', set: null, ...asItStands },
  ])
})

test('a set is chosen whole and in the order of its parts, where it fits', async () => {
  const set = await addSet('Trauma', 4)
  const singles = await add('Trauma', 3)
  for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const all = idsOf(await best(7, ['Trauma'], seed))
    expect(all.toSorted()).toEqual([...set, ...singles].toSorted())
    expect(all.filter((id) => set.includes(id))).toEqual(set)
    expect(all.indexOf(set[3] ?? '')).toBe(all.indexOf(set[0] ?? '') + 3)
    expect(idsOf(await best(3, ['Trauma'], seed)).toSorted()).toEqual(singles.toSorted())
  }
  expect((await best(7)).filter((question) => question.set).map(({ set: place }) => [place?.part, place?.of])).toEqual([
    [1, 4],
    [2, 4],
    [3, 4],
    [4, 4],
  ])
})

test('a set of which a part is withdrawn, is missing, or stands in another module is not chosen', async () => {
  const [withdrawn, apart, begun] = [await addSet('Trauma', 3), await addSet('Trauma', 3), await addSet('Trauma', 3)]
  await sql`UPDATE read.questions SET is_active = false WHERE id = ${withdrawn[1] ?? ''}`
  await sql`UPDATE read.questions SET module = 'Pediatrics' WHERE id = ${apart[2] ?? ''}`
  await sql`DELETE FROM read.questions WHERE id = ${begun[0] ?? ''}`
  await sql`UPDATE read.question_catalog SET changes = changes + 1`
  expect(await best(10)).toEqual([])
  await deliver([...withdrawn, ...apart, ...begun.slice(1)], '2026-01-01')
  expect(await best(10)).toEqual([])
})

test('a set is repeated whole, after what was not seen for longer; questions by themselves fill what it does not fit into', async () => {
  const set = await addSet('Trauma', 3)
  const [older, newer] = [await add('Trauma', 1), await add('Trauma', 4)]
  await deliver(older, '2026-01-01')
  await deliver(set, '2026-01-02')
  await deliver(newer, '2026-01-03')
  expect(idsOf(await best(4))).toEqual([...older, ...set])
  expect(idsOf(await best(3))[0]).toBe(older[0])
  expect(newer).toEqual(expect.arrayContaining(idsOf(await best(3)).slice(1)))
  expect(idsOf(await best(8)).slice(0, 4)).toEqual([...older, ...set])
})

test('without questions, or without being asked for any, there are none', async () => {
  expect(await best(5)).toEqual([])
  await add('Trauma', 3)
  expect(await best(0)).toEqual([])
  expect(await best(5, ['Geriatrics'])).toEqual([])
})
