import { styleText } from 'node:util'

type Colour = Parameters<typeof styleText>[0]

export type LineReader = (line: string) => void

export type Output = ReturnType<typeof createOutput>

const levels: [atLeast: number, word: string, colour: Colour][] = [
  [60, 'fatal', 'red'],
  [50, 'error', 'red'],
  [40, 'warn', 'yellow'],
  [30, 'info', 'green'],
  [0, 'debug', 'gray'],
]
const warning = 40
const colours: Colour[] = ['cyan', 'magenta', 'blue', 'green', 'yellow', 'cyanBright', 'magentaBright', 'blueBright']

type LogRecord = { level: number; msg?: unknown; err?: { message?: unknown; stack?: unknown } }

function logRecord(line: string): LogRecord | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const value = JSON.parse(line) as LogRecord
    return typeof value.level === 'number' ? value : undefined
  } catch {
    return undefined
  }
}

export function createOutput(names: readonly string[], verbose: boolean, write = (line: string) => void process.stdout.write(`${line}\n`)) {
  const width = Math.max(...names.map((name) => name.length), 0)
  const prefix = (name: string) =>
    styleText(colours[Math.max(names.indexOf(name), 0) % colours.length] ?? 'cyan', `${name.padEnd(width)} |`)
  return {
    say: (text: string) => write(text),
    warn: (text: string) => write(styleText('yellow', text)),
    linesOf:
      (name: string): LineReader =>
      (line) => {
        const record = logRecord(line)
        if (!record) return write(`${prefix(name)} ${line}`)
        if (record.level < warning && !verbose) return
        const [, word, colour] = levels.find(([atLeast]) => record.level >= atLeast) ?? [0, 'debug', 'gray' as const]
        const words = [record.msg, record.err?.message].filter((part) => typeof part === 'string' && part !== '')
        const reason = [...new Set(words)].join(': ')
        write(`${prefix(name)} ${styleText(colour, word.padEnd(5))} ${reason}`)
        if (verbose && typeof record.err?.stack === 'string') write(record.err.stack)
      },
  }
}
