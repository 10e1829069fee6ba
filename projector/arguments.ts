import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export function refuse(reason: string, usage?: string): never {
  process.stderr.write(usage === undefined ? `${reason}\n` : `${reason}\n\n${usage}`)
  process.exit(1)
}

/** Of the command line. Ends the process after --help, and if there is an option that the command does not have. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  const parsed = parse(usage, options)
  if ('help' in parsed.values && parsed.values.help) {
    process.stdout.write(usage)
    process.exit(0)
  }
  return parsed
}

function parse<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  const help = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ allowPositionals: true, options: { ...options, help } })
  } catch (error) {
    return refuse(wordsOf(error), usage)
  }
}
