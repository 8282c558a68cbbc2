import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Copies a directory in use and returns the number of files. Skips files that vanish meanwhile. */
export async function copyTree(
  from: string,
  to: string,
  isSkipped: (path: string) => boolean = () => false,
  below = '',
): Promise<number> {
  await mkdir(join(to, below), { recursive: true, mode: 0o700 })
  let count = 0
  for (const name of await ignoreMissing(readdir(join(from, below)), [])) {
    const path = join(below, name)
    if (isSkipped(path)) continue
    const found = await ignoreMissing(lstat(join(from, path)), null)
    if (found?.isDirectory()) count += await copyTree(from, to, isSkipped, path)
    if (found?.isFile() && (await isCopied(join(from, path), join(to, path)))) count += 1
  }
  return count
}

function isCopied(from: string, to: string): Promise<boolean> {
  return ignoreMissing(
    copyFile(from, to, constants.COPYFILE_FICLONE).then(() => true),
    false,
  )
}

async function ignoreMissing<Value>(operation: Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await operation
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise
    throw error
  }
}
