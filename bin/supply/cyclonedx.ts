import { dependenciesOf, neededInProduction } from '#bin/production-packages.mjs'

type Entry = { name?: string; version?: string; license?: string; integrity?: string; optional?: boolean }

/** Converts a base64 hash of the lock file, such as 'sha512-…', to the hexadecimal form of CycloneDX. */
function hashesOf(integrity: string | undefined) {
  const [, algorithm, digest] = /^sha(512|256|1)-([\w+/=]+)/.exec(integrity ?? '') ?? []
  if (!algorithm || !digest) return []
  return [{ alg: `SHA-${algorithm}`, content: Buffer.from(digest, 'base64').toString('hex') }]
}

/** Returns an SPDX identifier, or an expression of several. */
function licencesOf(licence: string | undefined) {
  if (!licence) return []
  return / (?:OR|AND|WITH) /.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }]
}

/** Returns the package URL, for example of '@scope/name@1.0.0'. */
function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
}

/**
 * Lists the production packages of the lock file as CycloneDX 1.6. `serial`: a UUID. Not npm's own list, which
 * leaves out packages that tools also need, such as React.
 */
export function cyclonedx(lockFile: string, { serial, now }: { serial: string; now: Date }) {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, Entry> }
  const entryAt = (path: string) => {
    const entry = packages[path] ?? {}
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return { ...entry, name, version: entry.version ?? '' }
  }
  const refOf = (path: string) => {
    const { name, version } = entryAt(path)
    return `${name}@${version}`
  }
  // The same version in two places is one component.
  const paths = [...neededInProduction(packages)].sort()
  const byRef = new Map(paths.map((path) => [refOf(path), path]))
  const components = [...byRef].map(([ref, path]) => {
    const { name, version, license, integrity, optional } = entryAt(path)
    return {
      type: 'library',
      'bom-ref': ref,
      name,
      version,
      scope: optional ? 'optional' : 'required',
      hashes: hashesOf(integrity),
      licenses: licencesOf(license),
      purl: purlOf(name, version),
    }
  })
  const dependencies = [
    ['', refOf('')] as const,
    ...[...byRef].map(([ref, path]) => [path, ref] as const),
  ].map(([path, ref]) => ({ ref, dependsOn: [...new Set(dependenciesOf(packages, path).map(refOf))].sort() }))
  const shop = entryAt('')
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      component: { type: 'application', 'bom-ref': refOf(''), name: shop.name, version: shop.version },
    },
    components,
    dependencies,
  }
}
