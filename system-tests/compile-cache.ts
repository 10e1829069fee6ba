import { fileURLToPath } from 'node:url'

/** Imported first, so that the hundreds of processes of a test run share compiled code. */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
