/** Licences under which a package may be part of the shop, which is sold to nobody and run on a server. */
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
  // Fonts.
  'OFL-1.1',
  // Data: the author is named in the package.
  'CC-BY-4.0',
  // Files of the package that are changed must stay open; none is.
  'MPL-2.0',
  // The library that sharp loads: used as it is, and exchangeable.
  'LGPL-3.0-or-later',
])

/** True when the SPDX expression allows the package: one side of each OR, both of each AND. */
export function isAllowed(expression: string): boolean {
  const bare = expression.trim().replace(/^\(([^()]*)\)$/, '$1')
  if (bare.includes('(')) return false
  return bare
    .split(/ OR /)
    .some((side) => side.split(/ AND /).every((licence) => ALLOWED.has(licence.trim())))
}
