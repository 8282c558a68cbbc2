import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/** The longest line: a SHA-1 in hexadecimal digits, a colon, a count. */
const LINE_BYTES = 64
const HASH_CHARACTERS = 40

export type LeakedPasswords = { has(password: string): Promise<boolean> }

/**
 * Searches a sorted file of 'SHA1:count' lines from haveibeenpwned.com in place, since the file has tens of
 * gigabytes. Throws if the file cannot be opened.
 */
export async function openLeakedPasswords(path: string): Promise<LeakedPasswords> {
  await (await open(path, 'r')).close()
  return {
    async has(password) {
      // Opened each time, since a newer list may have replaced the file.
      const file = await open(path, 'r')
      try {
        return await isListed(file, createHash('sha1').update(password).digest('hex').toUpperCase())
      } finally {
        await file.close()
      }
    },
  }
}

async function isListed(file: FileHandle, wanted: string): Promise<boolean> {
  const { size } = await file.stat()
  let [low, high] = [0, size]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const { hash, start } = await lineFrom(file, middle, size)
    if (hash === wanted) return true
    if (hash === '' || hash > wanted) high = middle
    else low = start + HASH_CHARACTERS
  }
  return false
}

/** Returns the first whole line at or after this offset; an empty hash at the end of the file. */
async function lineFrom(file: FileHandle, at: number, size: number) {
  // One byte earlier, so that a line that begins exactly here counts.
  const from = Math.max(0, at - 1)
  const { bytesRead, buffer } = await file.read(Buffer.alloc(2 * LINE_BYTES), 0, 2 * LINE_BYTES, from)
  const text = buffer.toString('latin1', 0, bytesRead)
  const offset = at === 0 ? 0 : text.indexOf('\n') + 1
  if ((offset === 0 && at > 0) || from + offset >= size) return { hash: '', start: size }
  return { hash: text.slice(offset, offset + HASH_CHARACTERS).toUpperCase(), start: from + offset }
}
