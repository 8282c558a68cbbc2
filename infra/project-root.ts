import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The project's folder, from source and from the built program. */
export const PROJECT_ROOT = dirname(findPackageJSON(import.meta.url) ?? '.')
