import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { LaunchOptions } from '@playwright/test'

const INSTALLED = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The browser that is installed, or else the one that comes with the packages. */
export async function chromium(): Promise<LaunchOptions> {
  const executablePath = INSTALLED.find((path) => path && existsSync(path))
  return executablePath ? { executablePath, args: ['--no-sandbox'] } : packaged()
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
  const headless = ['--no-sandbox', '--no-zygote', '--headless=shell']
  const drawing = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
  return { executablePath, args: [...headless, ...drawing] }
}
