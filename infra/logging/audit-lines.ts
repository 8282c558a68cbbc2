/** Where the lines of the audit log go, for the system that keeps them outside the shop. */
import { open } from 'node:fs/promises'
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

/** Writes to standard output, whose other lines have no `"log":"audit"`. */
export const stdoutLines: LineWriter = (lines) =>
  new Promise((resolve, reject) => {
    process.stdout.write(lines, (error) => (error ? reject(error) : resolve()))
  })
