/**
 * Finds the packages of a lock file that production needs. npm also keeps packages that only builds and tests use when
 * a package of production could use them (an optional peer): Vite and Vitest, and all that they bring.
 */

/**
 * The paths of the packages that the shop's own dependencies lead to.
 * @param {Record<string, object>} packages of package-lock.json
 * @returns {Set<string>}
 */
export function neededInProduction(packages) {
  const needed = new Set()
  const open = dependenciesOf(packages, '')
  while (open.length > 0) {
    const path = open.pop()
    if (needed.has(path)) continue
    needed.add(path)
    open.push(...dependenciesOf(packages, path))
  }
  return needed
}

/**
 * The paths of the packages that the one at `from` needs to run; '' is the shop.
 * @param {Record<string, object>} packages of package-lock.json
 * @param {string} from
 * @returns {string[]}
 */
export function dependenciesOf(packages, from) {
  return namesIn(packages[from])
    .map((name) => placeOf(packages, from, name))
    .filter((path) => path !== null)
}

function namesIn(entry) {
  const { dependencies = {}, optionalDependencies = {} } = entry
  const { peerDependencies = {}, peerDependenciesMeta = {} } = entry
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** The folder in which a package finds another: its own, or the next above. */
function placeOf(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (path in packages) return path
    if (at === '') return null
  }
}
