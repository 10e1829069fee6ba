import { setTimeout as sleep } from 'node:timers/promises'
import { whyMailStopped } from '@medicready/command-api/accounts/tell-account'
import { dependenciesOver } from '@medicready/command-api/dependencies'
import { reactions } from '@medicready/command-api/processes'
import { findDueDailyEmails } from '@medicready/command-api/reminders/due-daily-emails'
import { runReactions } from '@medicready/command-api/worker/reactions'
import { mailDeliveryAggregate } from '@medicready/domain/accounts/mail-delivery'
import { DEFAULT_SETTINGS } from '@medicready/domain/accounts/shown/rules'
import { accountRegistered, emailVerified } from '@medicready/domain/accounts/testing/account-facts'
import { streamName } from '@medicready/domain/core/decider'
import type { Fact } from '@medicready/domain/events'
import { Mailer, Pace } from '@medicready/platform/mail/mailer'
import { PushSender } from '@medicready/platform/push/push-sender'
import { Chance } from '@medicready/platform/testing/chance'
import { everyFact } from '@medicready/platform/testing/event-log'
import { type HistoryEvent, Recorder } from '@medicready/platform/testing/history'
import { startTestMailServer } from '@medicready/platform/testing/mail-server'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { unreachablePayments } from '@medicready/platform/testing/unreachable-payments'
import { project, startBenchProduct, writeLog } from './bench-product.ts'
import { atMost, type BenchFigure, benchOf, type LogLine, toKnow } from './figures.ts'
import { closedLoop, interleaved, median, medianRatio } from './rounds.ts'

const DAY = '2026-03-02'
const EVENING_BEFORE = '2026-03-01T20:00:00.000Z'
const now = () => `${DAY}T13:00:00.000Z`
const LOOK_MILLISECONDS = 100
const ROUNDS_OF_ASKING = 5

function* subscribers(people: number): Generator<HistoryEvent> {
  const chance = new Chance(13)
  const recorder = new Recorder(chance)
  for (let number = 0; number < people; number++) {
    const userId = chance.uuid()
    const settings = { ...DEFAULT_SETTINGS, dailyEmailEnabled: true, timeZone: 'UTC', timeZoneChangedAt: null }
    const facts: Fact[] = [
      accountRegistered(userId, { email: `${userId}@example.com` }),
      emailVerified(userId),
      { type: 'SettingsChanged', data: { userId, ...settings } },
    ]
    for (const fact of facts) yield recorder.record(`account-${userId}`, fact, EVENING_BEFORE, 'bench')
  }
}

const scales = {
  quick: { people: 20, perSecond: 50, awaySeconds: 0.5 },
  full: { people: 1_000, perSecond: 50, awaySeconds: 10 },
}

/** How fast due daily emails are noted, and how evenly they go out past a mail server that is away for a while. */
export const reminders = benchOf(scales, async ({ people, perSecond, awaySeconds }, log, ends): Promise<BenchFigure[]> => {
  const bench = ends.use(await startBenchProduct())
  let isAway = false
  const inbox = await startTestMailServer((step) => (isAway && step === 'MAIL FROM' ? 421 : null))
  const mailer = new Mailer({ smtpUrl: inbox.smtpUrl, from: 'bench@example.com', publicUrl: 'http://localhost:3000' })
  const stopping = new AbortController()
  ends.defer(() => inbox.close())
  ends.defer(() => mailer.close())
  ends.defer(() => stopping.abort())
  await writeLog(bench, subscribers(people))
  await project(bench)
  const stores = { eventStore: bench.eventStore(), sql: bench.sql, vault: bench.vault }
  const { eventStore, sql, vault } = stores
  const deps = {
    ...dependenciesOver(stores),
    clock: now,
    logger: quietLogger,
    mailer,
    payments: unreachablePayments,
    pushes: new PushSender({ vault, contact: 'bench@example.com' }),
    publicUrl: 'http://localhost:3000',
    readApiUrl: bench.environment.READ_API_URL,
    reminderPace: new Pace(perSecond),
    postalAddress: null,
    authoring: null,
    signal: stopping.signal,
  }
  log(`reminders: ${people} are due`)
  const looked = performance.now()
  const { due } = await findDueDailyEmails(deps)
  const noted = (performance.now() - looked) / 1_000
  log(`reminders: ${due} noted in ${noted.toFixed(1)} s`)

  const started = performance.now()
  const working = runReactions({
    reactions: reactions.filter(({ name }) => name === 'daily-emails'),
    deps,
    eventStore,
    sql,
    logger: quietLogger,
    signal: stopping.signal,
  })
  const perLook: number[] = []
  let [before, away] = [0, 0]
  while (inbox.taken.length < due) {
    await sleep(LOOK_MILLISECONDS)
    perLook.push(inbox.taken.length - before)
    before = inbox.taken.length
    if (away === 0 && before >= due / 2) {
      isAway = true
      const left = performance.now()
      await sleep(awaySeconds * 1_000)
      isAway = false
      const held = inbox.taken.length
      while (inbox.taken.length === held) await sleep(LOOK_MILLISECONDS)
      away = (performance.now() - left) / 1_000
      before = inbox.taken.length
      log(`reminders: ${before} sent, and the mail server was away for ${away.toFixed(1)} s`)
    }
  }
  const sending = (performance.now() - started) / 1_000 - away
  const recorded = async () => (await everyFact(eventStore)).filter(({ type }) => type === 'DailyEmailSent').length
  while ((await recorded()) < due) await sleep(1_000)
  stopping.abort()
  await working
  const asking = await benchAsking(stores, people, log)
  const looksASecond = 1_000 / LOOK_MILLISECONDS
  const busiest = Math.max(
    ...perLook.map((_, end) => perLook.slice(Math.max(0, end - looksASecond + 1), end + 1).reduce((sum, each) => sum + each, 0)),
  )
  const from = `${due} people, at most ${perSecond}/s`
  return [
    { name: 'daily emails noted as due', value: due / noted, ...toKnow('/s', 'higher'), from },
    { name: 'daily emails that went out', value: due / sending, ...toKnow('/s', 'higher'), from },
    // Timers count whole milliseconds: a second may hold a few more.
    {
      name: 'daily emails in the busiest second',
      value: busiest,
      ...atMost('/s', perSecond * 1.25, perSecond * 1.1),
      from,
    },
    {
      name: 'daily emails lost',
      value: due - new Set(inbox.taken.map(({ to }) => to)).size,
      ...atMost('', 0, 0),
      from,
    },
    { name: 'askings whether an address takes mail', value: asking.perSecond, ...toKnow('/s', 'higher'), from },
    { name: 'askings, of the bare reads of their streams', value: asking.ofBareReads, ...toKnow('×', 'higher'), from },
    {
      name: 'asking, of the time that a daily email takes',
      value: due / sending / asking.perSecond,
      ...atMost('', 0.1, 0.05),
      from,
    },
    { name: 'daily emails that came twice', value: inbox.taken.length - due, ...atMost('', 0, 0), from },
  ]
})

/** Each mail asks first whether its address takes mail: how fast, as many at once as mails are sent. */
async function benchAsking(stores: Parameters<typeof dependenciesOver>[0], people: number, log: LogLine) {
  const userIds = [...subscribers(people)].flatMap(({ fact }) => (fact.type === 'AccountRegistered' ? [fact.data.userId] : []))
  const atOnce = reactions.find(({ name }) => name === 'daily-emails')?.atOnce ?? 1
  const { asked, read } = await interleaved(
    ROUNDS_OF_ASKING,
    {
      asked: () => {
        const deps = dependenciesOver(stores)
        return closedLoop(atOnce, people, (index) => whyMailStopped(deps, { userId: userIds[index] ?? '', email: 'a@example.com' }))
      },
      read: () =>
        closedLoop(atOnce, people, (index) => stores.eventStore.readStream(streamName(mailDeliveryAggregate, userIds[index] ?? ''))),
    },
    log,
  )
  const [ours, raw] = [asked, read].map((rounds) => rounds.map(({ perSecond }) => perSecond)) as [number[], number[]]
  return { perSecond: median(ours), ofBareReads: medianRatio(ours, raw) }
}
