import { readSettings } from '../environment.ts'
import { connectPostgres } from '../postgres/connection.ts'
import { ProgressBar } from '../progress-bar.ts'
import { MasterKeyUnknown } from './master-keys.ts'
import { rotateMasterKey } from './rotation.ts'

/** Run while the services know the new key as MASTER_KEY and the old one as MASTER_KEY_PREVIOUS. */
const environment = readSettings('POSTGRES_URL', 'MASTER_KEY', 'MASTER_KEY_PREVIOUS')
const sql = connectPostgres(environment.POSTGRES_URL, { name: 'rotate-master-key', max: 2 })
const stopped = new AbortController()
process.on('SIGINT', () => stopped.abort())
process.on('SIGTERM', () => stopped.abort())

let bar: ProgressBar | undefined
const drawn = (all: number) => (bar ??= new ProgressBar(process.stderr, { end: BigInt(all), what: 'keys' }))
try {
  const { rewrapped, left } = await rotateMasterKey({
    sql,
    masterKey: environment.MASTER_KEY,
    previousMasterKey: environment.MASTER_KEY_PREVIOUS,
    signal: stopped.signal,
    onProgress: (done, all) => drawn(all).show(done, BigInt(done)),
  })
  drawn(rewrapped).finish(rewrapped)
  if (left === 0) process.stdout.write('Every key is wrapped by MASTER_KEY. Remove MASTER_KEY_PREVIOUS from all services.\n')
  else {
    process.stdout.write(`${left} keys are still wrapped by the previous master key. Run this command again to continue.\n`)
    process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof MasterKeyUnknown)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await sql.end({ timeout: 5 })
}
