/** What is missing or outdated under `root`, in a few words; undefined when all is as the lock file says. */
export function outdated(root: string): string | undefined

/**
 * Why a newer Node is among the packages than the one that runs this, in one line; undefined when this one is new
 * enough.
 */
export function newerNode(root: string, present?: string): string | undefined

/**
 * Whether the person at the terminal agrees. In CI, or without a terminal, there is no one to ask: the answer is yes.
 */
export function isAgreed(
  question: string,
  terminal?: { environment?: NodeJS.ProcessEnv; input?: NodeJS.ReadStream; output?: NodeJS.WriteStream },
): Promise<boolean>

/** The npm that runs this, or the one on the PATH, with its arguments. */
export function npmCommand(args: string[]): [string, ...string[]]
