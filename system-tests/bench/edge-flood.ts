import { Pool } from 'undici'
import { openLoop } from './rounds.ts'

export interface WantedFlood {
  readonly origin: string
  readonly perSecond: number
  readonly seconds: number
}

export interface Flood {
  readonly perSecond: number
  /** Pages not answered with status 200. */
  readonly refused: number
}

const CONNECTIONS = 32
/** It claims a session, and takes pages as browsers do. */
const HEADERS = { cookie: 'medicready.sid=claimed', 'accept-encoding': 'gzip, deflate, br' }

process.on('message', async ({ origin, perSecond, seconds }: WantedFlood) => {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 })
  let refused = 0
  const load = await openLoop(perSecond, perSecond * seconds, async (index) => {
    const { statusCode, body } = await pool.request({ method: 'GET', path: `/questions/${index}`, headers: HEADERS })
    await body.dump()
    if (statusCode !== 200) refused += 1
  })
  await pool.close()
  const flood: Flood = { perSecond: load.perSecond, refused }
  process.send?.(flood)
})
