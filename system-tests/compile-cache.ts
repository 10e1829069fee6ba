import { fileURLToPath } from 'node:url'

/**
 * Imported before anything is started: what node makes of a file before it runs it is kept, for the hundreds of
 * processes that a run of the tests starts.
 */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
