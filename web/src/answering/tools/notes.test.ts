import type { Note } from '@medicready/domain/contract/questions/notes'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, ConnectionError } from '../../api/errors.ts'
import { createNoteKeeper, type Draft, SAVE_AFTER_MS, TRY_AGAIN_MS } from './notes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server with one note, and windows on it. What one browser keeps, its windows share. */
function server() {
  let note: Note = { text: null, version: 0 }
  let draft: Draft | null = null
  const net = { isUp: true, losesAnswers: false, written: [] as (string | null)[] }
  const reach = () => {
    if (!net.isUp) throw new ConnectionError(null)
  }
  const newWindow = () =>
    createNoteKeeper({
      read: async () => {
        reach()
        return note
      },
      write: async (text, version) => {
        reach()
        if (text !== note.text) {
          if (version !== note.version) throw new ApiError(409, 'Conflict', JSON.stringify({ code: 'noteChanged', message: 'changed' }))
          note = { text, version: version + 1 }
          net.written.push(text)
        }
        if (net.losesAnswers) throw new ConnectionError(null)
        return note
      },
      draft: {
        read: () => draft,
        keep: (kept) => {
          draft = kept
        },
      },
    })
  return { net, newWindow, note: () => note, draft: () => draft }
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('a note', () => {
  it('saves itself once, shortly after the last letter, without the spaces around it', async () => {
    const { newWindow, net, note, draft } = server()
    const keeper = newWindow()
    await keeper.load()
    for (const text of ['T', 'TX', 'TXA ']) keeper.write(text)
    expect(keeper.read()).toMatchObject({ text: 'TXA ', situation: 'saving' })
    await pass(SAVE_AFTER_MS)
    expect(keeper.read()).toMatchObject({ text: 'TXA ', situation: 'saved' })
    expect([net.written, note().version, draft()]).toEqual([['TXA'], 1, null])
  })

  it('is deleted when its text is', async () => {
    const { newWindow, net, note } = server()
    const keeper = newWindow()
    await keeper.load()
    keeper.write('a')
    keeper.flush()
    await pass(0)
    keeper.write(' ')
    await pass(SAVE_AFTER_MS)
    expect([net.written, note().text, keeper.read().situation]).toEqual([['a', null], null, 'saved'])
  })

  it('survives a lost connection and a reload, and is saved when the connection is back', async () => {
    const { newWindow, net, note } = server()
    const keeper = newWindow()
    await keeper.load()
    net.isUp = false
    keeper.write('written in a tunnel')
    await pass(SAVE_AFTER_MS)
    expect(keeper.read().situation).toBe('failed')

    const reloaded = newWindow()
    await reloaded.load()
    expect(reloaded.read()).toMatchObject({ text: 'written in a tunnel', situation: 'failed' })
    net.isUp = true
    await pass(TRY_AGAIN_MS + SAVE_AFTER_MS)
    expect(reloaded.read().situation).toBe('saved')
    expect(keeper.read().situation).toBe('saved')
    expect([note(), net.written]).toEqual([{ text: 'written in a tunnel', version: 1 }, ['written in a tunnel']])
  })

  it('is saved once if only the response was lost', async () => {
    const { newWindow, net } = server()
    const keeper = newWindow()
    await keeper.load()
    net.losesAnswers = true
    keeper.write('once')
    await pass(SAVE_AFTER_MS)
    expect(keeper.read().situation).toBe('failed')
    net.losesAnswers = false
    await pass(TRY_AGAIN_MS)
    expect([keeper.read().situation, net.written]).toEqual(['saved', ['once']])
  })

  it.each([
    ['keepOwn', 'of the second', ['of the first', 'of the second']],
    ['takeOther', 'of the first', ['of the first']],
  ] as const)('of two windows the later one sees both texts, and with %s has one', async (choose, text, written) => {
    const { newWindow, net, note } = server()
    const [first, second] = [newWindow(), newWindow()]
    await Promise.all([first.load(), second.load()])
    first.write('of the first')
    second.write('of the second')
    await pass(SAVE_AFTER_MS)
    expect(second.read()).toMatchObject({ text: 'of the second', situation: 'changedElsewhere', saved: { text: 'of the first' } })
    second.write('of the second')
    await pass(TRY_AGAIN_MS)
    expect(net.written).toEqual(['of the first'])
    second[choose]()
    await pass(SAVE_AFTER_MS)
    expect(second.read()).toMatchObject({ text, situation: 'saved' })
    expect([note().text, net.written]).toEqual([text, written])
  })

  it('from another window is shown on return to this one', async () => {
    const { newWindow } = server()
    const [first, second] = [newWindow(), newWindow()]
    await Promise.all([first.load(), second.load()])
    first.write('fresh')
    await pass(SAVE_AFTER_MS)
    await second.load()
    expect(second.read()).toMatchObject({ text: 'fresh', situation: 'saved' })
  })

  it('is not retried if it was rejected', async () => {
    const write = vi.fn(async () => {
      throw new ApiError(404, 'Not Found', JSON.stringify({ code: 'questionNotFound', message: 'Not yours.' }))
    })
    const draft = { read: () => null, keep: () => undefined }
    const keeper = createNoteKeeper({ read: async () => ({ text: null, version: 0 }), write, draft })
    await keeper.load()
    keeper.write('a')
    await pass(10 * TRY_AGAIN_MS)
    expect(write).toHaveBeenCalledTimes(1)
    expect(keeper.read()).toMatchObject({ text: 'a', situation: 'failed', reason: 'Not yours.' })
  })
})
