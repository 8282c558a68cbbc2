import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The folder of the project, seen from this source as well as from the built program. */
export const PROJECT_ROOT = dirname(findPackageJSON(import.meta.url) ?? '.')
