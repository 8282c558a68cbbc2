import { existsSync } from 'node:fs'
import { readSettings, type Settings } from '#infra/config/settings.ts'

export function readSettingsOrExit(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const read = readSettings(process.env)
  return read.ok ? read.settings : fail(...read.problems.map((problem) => `Wrong setting ${problem}`))
}

export function fail(...lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}
