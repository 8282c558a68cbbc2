/** Where the lines of the audit log go, for the system that keeps them outside the shop. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { LineWriter } from '#shop/audit/ship-lines.ts'

const NEWLINE = 10

/**
 * Appends to a file, and returns when the lines are on the disk. The file is opened for each batch, so that one renamed by
 * the operator is left alone and a new one begins.
 */
export function fileLines(path: string): LineWriter {
  return async (lines) => {
    const file = await open(path, 'a+', 0o600)
    try {
      const { size } = await file.stat()
      const last = Buffer.alloc(1)
      if (size > 0) await file.read(last, 0, 1, size - 1)
      // A process that died while it wrote has left half a line, which is written again.
      const isTorn = size > 0 && last[0] !== NEWLINE
      await file.appendFile(isTorn ? `\n${lines}` : lines)
      await file.datasync()
    } finally {
      await file.close()
    }
  }
}

/**
 * The number and hash of each line in the file, to be compared with the chain. Throws when it cannot be read; a line that is
 * torn is left out, since it was written again.
 */
export async function writtenHeads(path: string): Promise<{ seq: number; hash: string }[]> {
  const heads: { seq: number; hash: string }[] = []
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [, seq, hash] = /^\{"log":"audit","seq":(\d+),.*"hash":"([0-9a-f]{64})"\}$/.exec(line) ?? []
    if (seq && hash) heads.push({ seq: Number(seq), hash })
  }
  return heads
}

/** Writes to standard output, whose other lines have no `"log":"audit"`. */
export const stdoutLines: LineWriter = (lines) =>
  new Promise((resolve, reject) => {
    process.stdout.write(lines, (error) => (error ? reject(error) : resolve()))
  })
