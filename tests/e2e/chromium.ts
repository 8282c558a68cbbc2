import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { LaunchOptions } from '@playwright/test'

const INSTALLED = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache')

// A software GPU is several times slower than drawing without one.
const NO_GPU = '--disable-gpu'

const CAN_UNPACK = process.platform === 'linux' && process.arch === 'x64'

/**
 * Returns launch options. Uses the packaged browser if it runs here, because it is headless and takes a third
 * of the CPU time. Otherwise uses the installed browser. `CHROMIUM` overrides both.
 */
export async function chromiumOptions(): Promise<LaunchOptions> {
  if (CAN_UNPACK && !process.env.CHROMIUM) return unpackChromium()
  const options = findInstalled()
  if (!options) throw new Error('No Chromium was found: install it, or set CHROMIUM to its path.')
  return options
}

/**
 * Returns the installed browser, for measurements, because the packaged browser paints later and runs scripts
 * at other times. Returns the packaged browser if none is installed (`isFull` is then false).
 */
export async function fullChromium(): Promise<{ options: LaunchOptions; isFull: boolean }> {
  const options = findInstalled()
  return options ? { options, isFull: true } : { options: await chromiumOptions(), isFull: false }
}

function findInstalled(): LaunchOptions | null {
  const executablePath = INSTALLED.find((path) => path && existsSync(path))
  return executablePath ? { executablePath, args: ['--no-sandbox', NO_GPU] } : null
}

async function unpackChromium(): Promise<LaunchOptions> {
  // The package unpacks into TMPDIR, with files that only one user can read. Each user therefore has a folder.
  const userFolder = join(CACHE, `chromium-${userInfo().username}`)
  mkdirSync(userFolder, { recursive: true })
  const temporary = process.env.TMPDIR
  process.env.TMPDIR = userFolder
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x'
  const { default: packagedChromium } = await import('@sparticuz/chromium')
  const executablePath = await packagedChromium.executablePath()
  if (temporary === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = temporary
  process.env.FONTCONFIG_FILE = fontsOf(userFolder)
  return { executablePath, args: ['--no-sandbox', '--headless=shell', NO_GPU] }
}

/** The packaged font list names missing folders, and a browser without any font aborts. */
function fontsOf(folder: string): string {
  const file = join(folder, 'fonts.conf')
  const fonts = [join(folder, 'fonts'), '/usr/share/fonts'].map((name) => `<dir>${name}</dir>`).join('')
  const cache = `<cachedir>${join(folder, 'fonts-cache')}</cachedir>`
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${fonts}${cache}</fontconfig>\n`)
  return file
}
