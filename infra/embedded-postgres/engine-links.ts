import { lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'

type Link = { source: string; target: string }

/**
 * Creates the links between libraries that npm packages cannot contain. In a read-only installation it does nothing:
 * the engine then does not run and gets copied.
 */
export function makeLinks(engine: string): void {
  const links = JSON.parse(readFileSync(join(engine, 'native', 'pg-symlinks.json'), 'utf8')) as Link[]
  for (const { source, target } of links) {
    const path = join(engine, target)
    if (exists(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') continue
      if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return
      throw error
    }
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
