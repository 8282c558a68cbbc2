/**
 * `npm run sbom [-- FILE]`: writes the production packages of the lock file as CycloneDX JSON to FILE, or to
 * build/sbom.cdx.json. Needs no network.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { cyclonedx } from '#bin/supply/cyclonedx.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const file = resolve(process.argv[2] ?? join(PROJECT_ROOT, 'build', 'sbom.cdx.json'))
const lock = readFileSync(join(PROJECT_ROOT, 'package-lock.json'), 'utf8')
const sbom = cyclonedx(lock, { serial: randomUUID(), now: new Date() })
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
process.stdout.write(`${file}: ${sbom.components.length} packages, CycloneDX ${sbom.specVersion}\n`)
