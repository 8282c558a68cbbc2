import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Copies a directory in use and returns the number of files. Vanished files are skipped. */
export async function copyTree(
  from: string,
  to: string,
  leftOut: (path: string) => boolean = () => false,
  below = '',
): Promise<number> {
  await mkdir(join(to, below), { recursive: true, mode: 0o700 })
  let count = 0
  for (const name of await unlessGone(readdir(join(from, below)), [])) {
    const path = join(below, name)
    if (leftOut(path)) continue
    const found = await unlessGone(lstat(join(from, path)), null)
    if (found?.isDirectory()) count += await copyTree(from, to, leftOut, path)
    if (found?.isFile() && (await isCopied(join(from, path), join(to, path)))) count += 1
  }
  return count
}

function isCopied(from: string, to: string): Promise<boolean> {
  return unlessGone(
    copyFile(from, to, constants.COPYFILE_FICLONE).then(() => true),
    false,
  )
}

async function unlessGone<Found>(looking: Promise<Found>, otherwise: Found): Promise<Found> {
  try {
    return await looking
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise
    throw error
  }
}
