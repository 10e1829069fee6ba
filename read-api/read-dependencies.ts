import type { Calls } from '@medicready/domain/contract/call/call'
import type { PictureAddressOf } from '@medicready/domain/contract/questions/answer-result'
import type { Clock } from '@medicready/platform/clock'
import type { Handlers } from '@medicready/platform/http/calls'
import type { PictureAddresses } from '@medicready/platform/http/picture-addresses'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { ServiceUrls } from './admin/service-states.ts'
import type { LegalFiles } from './legal/legal-files.ts'
import type { PublishedPolicies } from './legal/published-policies.ts'
import type { QuestionVersions } from './questions/question-versions.ts'
import type { Reading } from './reading.ts'
import type { Disclosures } from './study/disclosures.ts'
import type { Leaderboard } from './study/leaderboard.ts'

export interface ReadDependencies {
  /** For read models. It may be a replica. */
  readonly sql: Sql
  /** For what is not a read model, so that there is no token to wait for. */
  readonly primary: Sql
  readonly clock: Clock
  readonly reading: Reading
  readonly publicUrl: string
  readonly serviceUrls: ServiceUrls
  readonly metrics: Registry
  readonly policies: PublishedPolicies
  readonly legalFiles: LegalFiles
  readonly versions: QuestionVersions
  readonly pictureAddresses: PictureAddresses
  readonly pictureAddressOf: PictureAddressOf
  readonly ranks: Leaderboard
  readonly disclosures: Disclosures
  /** Reviewers may see questions that they were not given. */
  readonly isReviewer: (request: FastifyRequest) => Promise<boolean>
}

export type Routes<Of extends Calls> = (deps: ReadDependencies) => Handlers<Of, 'read-api'>
