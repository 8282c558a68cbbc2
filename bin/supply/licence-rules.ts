/** Allowed licences of packages. The shop runs on a server and is not distributed. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Zlib',
  'Python-2.0',
  // For fonts.
  'OFL-1.1',
  // For data. The package names the author, as this licence requires.
  'CC-BY-4.0',
  // Requires changes to the package's files to be published. We change none.
  'MPL-2.0',
  // For the library that sharp loads. It is unchanged and replaceable, as this licence requires.
  'LGPL-3.0-or-later',
])

/** True if the SPDX expression is allowed: one side of each OR, both sides of each AND. */
export function isAllowed(expression: string): boolean {
  const bare = expression.trim().replace(/^\(([^()]*)\)$/, '$1')
  if (bare.includes('(')) return false
  return bare
    .split(/ OR /)
    .some((side) => side.split(/ AND /).every((licence) => ALLOWED.has(licence.trim())))
}
