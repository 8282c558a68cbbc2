/**
 * `npm run sbom [-- FILE]`: writes what runs in production, by the lock file, as CycloneDX JSON to FILE, or to
 * build/sbom.cdx.json. Asks no registry.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const file = resolve(process.argv[2] ?? join(PROJECT_ROOT, 'build', 'sbom.cdx.json'))
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const args = [
  'sbom',
  '--package-lock-only',
  '--omit=dev',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
]
const run = spawnSync(npm, args, { cwd: PROJECT_ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
if (run.status !== 0) {
  process.stderr.write(run.stderr)
  process.exit(1)
}
const { components, specVersion } = JSON.parse(run.stdout) as { components: unknown[]; specVersion: string }
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, run.stdout)
process.stdout.write(`${file}: ${components.length} packages, CycloneDX ${specVersion}\n`)
