import { startTestInbox, type TestInbox } from '@medicready/platform/testing/inbox'
import { patience } from '@medicready/platform/testing/patience'
import nodemailer from 'nodemailer'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let inbox: TestInbox

beforeAll(async () => {
  inbox = await startTestInbox()
})

afterAll(() => inbox.close())

async function send(messageId: string, subject: string) {
  const transport = nodemailer.createTransport(`${inbox.smtpUrl}/?ignoreTLS=true`)
  await transport.sendMail({ from: 'desk@example.com', to: 'student@example.com', messageId, subject, text: 'Hello', html: '<p>Hello</p>' })
  transport.close()
}

const subjects = async () => (await inbox.mails()).map((mail) => mail.subject).sort()

test('a mail sent again with the same Message-ID is kept once, even across a crash of the inbox', async () => {
  await send('<one@medicready>', 'first')
  await send('<one@medicready>', 'first, again')
  await send('<two@medicready>', 'second')
  await vi.waitFor(async () => expect(await subjects()).toEqual(['first', 'second']), patience)

  await inbox.killAndRestart()
  expect(await subjects()).toEqual(['first', 'second'])

  await send('<one@medicready>', 'first, once more')
  await send('<three@medicready>', 'third')
  await vi.waitFor(async () => expect(await subjects()).toEqual(['first', 'second', 'third']), patience)
  // What was not shown again is not forgotten: the audit of the fault runs counts it.
  expect(await inbox.repeats()).toEqual(['one@medicready', 'one@medicready'])
  const first = (await inbox.mails()).find((mail) => mail.subject === 'first')
  expect(first).toMatchObject({ html: expect.stringContaining('<p>Hello</p>'), to: [{ address: 'student@example.com' }] })
})
