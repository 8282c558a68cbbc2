/**
 * Prepares a command: installs the packages, which include Node, and builds the pages. Plain JavaScript without
 * packages, because it runs first, on the machine's own Node (20 or newer).
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { neededInProduction } from './production-packages.mjs'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const STAMP = join(ROOT, 'build', 'stamp')
/** The sources of the built pages and the program that serves them. */
const SOURCES = [
  'api',
  'app',
  'bin/build.ts',
  'content',
  'db',
  'infra',
  'server',
  'shop',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

const say = (line) => process.stdout.write(`${line}\n`)

/**
 * Installs missing packages of the lock file, without running their install scripts. `tools`: whether packages
 * that only build and test are 'needed', 'unneeded' (may be missing) or 'removed'.
 */
export function ensureInstalled(tools = 'needed') {
  if (isInstalled(tools)) return
  if (tools !== 'removed' || !isInstalled('unneeded')) install(tools)
  if (tools === 'removed') removeTools()
}

function install(tools) {
  say('Installing packages (the first time this takes a minute or two)')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Not `npm ci`, which refuses a lock file that lacks a package for another platform.
  const args = [
    'install',
    '--no-save',
    '--ignore-scripts',
    tools === 'removed' ? '--omit=dev' : '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
  ]
  const run = spawnSync(npm, [...args, '--loglevel=error'], { cwd: ROOT, stdio: 'inherit' })
  if (run.status !== 0) fail("The packages could not be installed; see npm's message above.")
}

const LOCK = join(ROOT, 'package-lock.json')
/** npm's list of what it has installed. */
const INSTALLED_LOCK = join(ROOT, 'node_modules', '.package-lock.json')

function isInstalled(tools) {
  if (!existsSync(INSTALLED_LOCK)) return false
  return isComplete(packagesOf(LOCK), packagesOf(INSTALLED_LOCK), tools)
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** Compares the packages of the lock file with the installed ones. */
export function isComplete(wanted, installed, tools) {
  const needed = tools === 'needed' ? null : neededInProduction(wanted)
  const hasAll = Object.entries(wanted).every(([path, { version, optional }]) => {
    const isWanted = path !== '' && !optional && (needed?.has(path) ?? true)
    return !isWanted || installed[path]?.version === version
  })
  return hasAll && (tools !== 'removed' || Object.keys(installed).every((path) => needed.has(path)))
}

/** Removes the installed packages that production does not need. */
export function removeTools() {
  const list = JSON.parse(readFileSync(INSTALLED_LOCK, 'utf8'))
  const needed = neededInProduction(packagesOf(LOCK))
  const unneeded = Object.keys(list.packages).filter((path) => !needed.has(path))
  if (unneeded.length === 0) return
  say(`Removing ${unneeded.length} packages that only build and test`)
  for (const path of unneeded) {
    // Packages nested below a needed package are listed separately.
    const keeps = [...needed].some((needs) => needs.startsWith(`${path}/`))
    if (!keeps) rmSync(join(ROOT, path), { recursive: true, force: true })
    delete list.packages[path]
  }
  const commands = join(ROOT, 'node_modules', '.bin')
  for (const name of existsSync(commands) ? readdirSync(commands) : [])
    if (!existsSync(join(commands, name))) rmSync(join(commands, name), { force: true })
  const temporary = `${INSTALLED_LOCK}.new`
  writeFileSync(temporary, JSON.stringify(list, null, 2))
  renameSync(temporary, INSTALLED_LOCK)
}

/** Prepares a real shop: installs build tools only for the build, checks the settings, and removes the tools. */
export function ensureRealShop() {
  if (!isBuilt()) {
    ensureInstalled()
    ensureBuilt()
  }
  const program = join(ROOT, 'build', 'program', 'main.js')
  const check = spawnSync(findNode(), [program, '--check-settings'], { cwd: ROOT, stdio: 'inherit' })
  if (check.status !== 0) process.exit(check.status ?? 1)
  ensureInstalled('removed')
}

/** True if DATABASE_URL or DATABASE_URL_FILE is set, in the environment or in .env. */
export function isRealShop() {
  if (process.env.DATABASE_URL_FILE) return true
  if (process.env.DATABASE_URL !== undefined) return process.env.DATABASE_URL !== ''
  const file = join(ROOT, '.env')
  return existsSync(file) && /^\s*DATABASE_URL(_FILE)?\s*=\s*["']?[^\s"'#]/m.test(readFileSync(file, 'utf8'))
}

/** Returns the Node to run with: the Node among the packages, or this process's Node if it is new enough. */
export function findNode() {
  const own = join(ROOT, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    `No Node 24 package exists for ${process.platform}-${process.arch}: install Node 24 or newer and try again.`,
  )
}

/** Builds pages and program, unless the existing build was made from the current sources. */
export function ensureBuilt() {
  if (isBuilt()) return
  const fingerprint = fingerprintOfSources()
  say('Building')
  const run = spawnSync(findNode(), [join(ROOT, 'bin', 'build.ts')], { cwd: ROOT, stdio: 'inherit' })
  if (run.status !== 0) fail('The shop could not be built; see the message above.')
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, fingerprint)
}

function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprintOfSources()
}

function fingerprintOfSources() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((source) => filesBelow(join(ROOT, source)))) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

/**
 * Keeps memory small. New objects are collected after 8 MB instead of 16, and threads share two pools of
 * memory. The heap is limited to 512 MB, several times what the shop needs, because V8 collects earlier near a
 * limit.
 */
const MEMORY_LIMITS = {
  options: ['--max-semi-space-size=8', '--max-old-space-size=512'],
  env: { MALLOC_ARENA_MAX: '2' },
}

/** Returns how to run a program of the shop. Settings of the environment come first. */
export function commandOf(file, args, nodeOptions = []) {
  const node = findNode()
  return {
    command: node,
    args: [...MEMORY_LIMITS.options, ...nodeOptions, join(ROOT, file), ...args],
    env: {
      ...MEMORY_LIMITS.env,
      // Caches compiled code between starts, so that the second start takes a third of the time.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'node'),
      ...process.env,
      PATH: `${join(ROOT, 'node_modules', '.bin')}:${dirname(node)}:${process.env.PATH ?? ''}`,
    },
  }
}

/**
 * Runs a program with the right Node and exits with its status. Its IPC channel closes when this process dies, even
 * by kill -9, and the program then stops too.
 */
export function runProgram(file, args) {
  const { command, args: all, env } = commandOf(file, args)
  const child = spawn(command, all, { cwd: ROOT, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
