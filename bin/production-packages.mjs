/**
 * Finds the packages of a lock file that production needs. npm also installs packages that only build and test
 * (Vite, Vitest and their dependencies), because a package of production could use them as an optional peer.
 */

/**
 * Returns the paths of the shop's direct and indirect dependencies.
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
 * Returns the paths of the packages that the package at `from` needs to run; '' is the shop.
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

/** Returns the path at which a package finds another: below itself, or in the nearest folder above. */
function placeOf(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (path in packages) return path
    if (at === '') return null
  }
}
