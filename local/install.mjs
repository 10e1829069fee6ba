// @ts-check
// Runs before anything is installed, on the system's own Node: nothing but node: modules, and no TypeScript.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { browserStarts, playwrightChromium, systemChromium } from './chromium.mjs'

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, resolved?: string, optional?: boolean,
 * devOptional?: boolean }} LockedPackage
 */

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined} undefined when the file is missing or was only half written
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Compares the lock file with what npm noted about the last installation that it completed.
 * @param {string} root the folder of package-lock.json
 * @returns {string | undefined} what is missing or outdated, in a few words; undefined when all is as locked
 */
export function outdated(root) {
  const locked = packagesOf(join(root, 'package-lock.json'))
  if (!locked) throw new Error('package-lock.json is missing or cannot be read')
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (!installed) return 'nothing is installed yet'
  for (const [path, wanted] of Object.entries(locked)) {
    // Workspaces are folders of this repository; the links to them, under node_modules, are entries of their own.
    if (!path.includes('node_modules')) continue
    const found = installed[path]
    if (!found) {
      // Built for another system, or not available on this one: npm leaves it out and so must we.
      if (wanted.optional || wanted.devOptional) continue
      return `${path} is missing`
    }
    if (found.version !== wanted.version || Boolean(found.link) !== Boolean(wanted.link))
      return `${path} is ${found.version}, not ${wanted.version}`
    if (wanted.integrity && found.integrity && wanted.integrity !== found.integrity) return `${path} is another build`
    if (!existsSync(join(root, path))) return `${path} was deleted`
  }
  for (const path of Object.keys(installed)) if (path.includes('node_modules') && !locked[path]) return `${path} is no longer wanted`
  return undefined
}

/**
 * The npm that runs this, or the one on the PATH.
 * @param {string[]} args
 * @returns {[string, ...string[]]}
 */
export function npmCommand(args) {
  const own = process.env.npm_execpath
  return own && /\.[cm]?js$/.test(own) ? [process.execPath, own, ...args] : ['npm', ...args]
}

/**
 * @param {string} root
 * @param {string[]} args
 * @param {number} [timeout] in milliseconds
 * @returns {boolean} whether npm succeeded
 */
function npm(root, args, timeout) {
  const [program, ...rest] = npmCommand(args)
  const shell = program === 'npm' && process.platform === 'win32'
  return spawnSync(program, rest, { cwd: root, stdio: 'inherit', timeout, shell }).status === 0
}

/**
 * Why a newer Node is among the packages than the one that runs this, in one line; undefined when this one is new
 * enough.
 * @param {string} root
 */
export function newerNode(root, present = process.versions.node) {
  const wanted = packagesOf(join(root, 'package-lock.json'))?.['node_modules/node']?.version
  if (!wanted || Number.parseInt(present, 10) >= Number.parseInt(wanted, 10)) return undefined
  return `Node ${wanted} comes with them, for this folder alone: the product runs as TypeScript and keeps its log in node:sqlite, which Node ${present} cannot do.`
}

/** @param {string} root */
function installPackages(root) {
  const reason = outdated(root)
  if (reason) {
    console.log(`Installing packages: ${reason}`)
    const newer = newerNode(root)
    if (newer) console.log(newer)
    if (!npm(root, ['ci', '--no-audit', '--no-fund'])) return false
  }
  // The services run on the Node that comes as a package; its binary is fetched by an install script, which may have
  // been blocked.
  const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(node) || npm(root, ['rebuild', 'node'])
}

/**
 * Whether the user at the terminal agrees. In CI, or without a terminal, the answer is yes.
 * @param {string} question
 * @param {{ environment?: NodeJS.ProcessEnv, input?: NodeJS.ReadStream, output?: NodeJS.WriteStream }} [terminal]
 * @returns {Promise<boolean>}
 */
export async function isAgreed(question, { environment = process.env, input = process.stdin, output = process.stdout } = {}) {
  if (environment.CI || !input.isTTY || !output.isTTY) return true
  const prompt = createInterface({ input, output })
  /** @type {string} */
  const answer = await new Promise((resolve) => {
    prompt.once('close', () => resolve(''))
    prompt.question(`${question} [y/N] `, resolve)
  })
  prompt.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** @param {string} root */
async function ensureBrowser(root) {
  if (systemChromium()) return true
  const downloaded = await playwrightChromium()
  if (downloaded && browserStarts(downloaded)) return true
  console.log('Fetching a Chromium for the browser tests')
  if (npm(root, ['exec', '--', 'playwright', 'install', 'chromium'], 300_000)) {
    const fetched = await playwrightChromium()
    if (fetched && browserStarts(fetched)) return true
  }
  const isAptUsable = process.platform === 'linux' && process.getuid?.() === 0
  const question = 'The browser tests need a Chromium. Install the system packages `chromium` and `chromium-headless-shell` with apt-get?'
  if (isAptUsable && (await isAgreed(question))) {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (/** @type {string[]} */ args) => spawnSync('apt-get', args, { stdio: 'inherit', env: environment }).status === 0
    const install = (/** @type {string[]} */ ...names) => apt(['install', '-y', '--no-install-recommends', ...names])
    // The tests take less time in the second, which not every system offers.
    const installed = () => install('chromium', 'chromium-headless-shell') || install('chromium')
    if (installed() || (apt(['update']) && installed())) return true
  }
  console.error(
    'The browser tests need a Chromium: install one with your package manager, such as `sudo apt-get install chromium`, and run again.',
  )
  return false
}

/**
 * Runs an npm script on what is now installed: a new npm, so that the Node that came as a package is found first. Not
 * by `&&` in package.json, since a shell between would keep from it the signal that is to end it.
 * @param {string} root
 * @param {string} script
 * @param {string[]} args
 */
function continueWith(root, script, args) {
  const [program, ...rest] = npmCommand(['run', '--silent', script, '--', ...args])
  const child = spawn(program, rest, { cwd: root, stdio: 'inherit', shell: program === 'npm' && process.platform === 'win32' })
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(name, () => child.kill(name))
  child.once('close', (code) => {
    process.exitCode = code ?? 1
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  const then = process.argv.indexOf('--then')
  const [script, ...args] = then < 0 ? [] : process.argv.slice(then + 1)
  // With names of tests, a browser is needed only for those that run in one.
  const inBrowser = process.argv.includes('--browser') && (args.length === 0 || args.some((path) => path.includes('e2e')))
  const ready = installPackages(root) && (!inBrowser || (await ensureBrowser(root)))
  if (!ready) process.exitCode = 1
  else if (script) continueWith(root, script, args)
}
