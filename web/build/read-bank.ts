import { readdirSync, readFileSync } from 'node:fs'
import { BankQuestion } from '@medicready/domain/questions/content'

export function readBank(): BankQuestion[] {
  const directory = new URL('bank/', import.meta.resolve('@medicready/domain/questions/content'))
  const files = readdirSync(directory).filter((name) => name.endsWith('.json'))
  return BankQuestion.array().parse(files.flatMap((name) => JSON.parse(readFileSync(new URL(name, directory), 'utf8'))))
}
