import { askedQuestion, type PictureAddressOf, sampleAddressOf } from '@medicready/domain/contract/questions/answer-result'
import type { Question } from '@medicready/domain/contract/questions/questions'
import { sampleNames } from '@medicready/domain/questions/samples'
import type { Sql } from '@medicready/platform/postgres/connection'
import { questionsNamed } from '@medicready/projector/read-models/questions/question-queries'
import { SharedAnswer } from '../shared-query.ts'
import type { QuestionVersions } from './question-versions.ts'

export class Samples {
  readonly #sql: Sql
  readonly #versions: QuestionVersions
  readonly #addressOf: PictureAddressOf
  readonly #now = new SharedAnswer(() => this.#read())

  constructor(deps: { readonly sql: Sql; readonly versions: QuestionVersions; readonly pictureAddressOf: PictureAddressOf }) {
    this.#sql = deps.sql
    this.#versions = deps.versions
    this.#addressOf = sampleAddressOf(deps.pictureAddressOf)
  }

  async asked(): Promise<Question[]> {
    const rows = await this.#now.ask()
    const find = await this.#versions.find(rows)
    return rows.flatMap((row) => {
      const version = find(row)
      return version ? [askedQuestion(version, this.#addressOf)] : []
    })
  }

  async includes(questionId: string): Promise<boolean> {
    return (await this.#now.ask()).some((row) => row.questionId === questionId)
  }

  async #read() {
    const rows = await questionsNamed(this.#sql, sampleNames)
    return sampleNames.flatMap((name) => rows.filter(({ bankId }) => bankId === name))
  }
}
