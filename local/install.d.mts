/** What is missing or outdated under `root`, in a few words; undefined when all is as the lock file says. */
export function outdated(root: string): string | undefined
