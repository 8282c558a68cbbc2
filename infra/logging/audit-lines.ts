/** Writes audit entries as lines outside the database. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { LineWriter } from '#shop/audit/ship-lines.ts'

const NEWLINE = 10

/** Returns a writer that appends to a file and waits for the disk. It opens the file each time, for log rotation. */
export function auditFileWriter(path: string): LineWriter {
  return async (lines) => {
    const file = await open(path, 'a+', 0o600)
    try {
      const { size } = await file.stat()
      const last = Buffer.alloc(1)
      if (size > 0) await file.read(last, 0, 1, size - 1)
      // A process that died while writing left a partial line. The caller writes the whole line again.
      const isTorn = size > 0 && last[0] !== NEWLINE
      await file.appendFile(isTorn ? `\n${lines}` : lines)
      await file.datasync()
    } finally {
      await file.close()
    }
  }
}

/** Returns the number and hash in each complete line, for comparison with the audit chain. */
export async function readHeads(path: string): Promise<{ seq: number; hash: string }[]> {
  const heads: { seq: number; hash: string }[] = []
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [, seq, hash] = /^\{"log":"audit","seq":(\d+),.*"hash":"([0-9a-f]{64})"\}$/.exec(line) ?? []
    if (seq && hash) heads.push({ seq: Number(seq), hash })
  }
  return heads
}

/** Writes to standard output, where `"log":"audit"` distinguishes audit lines from other lines. */
export const writeToStdout: LineWriter = (lines) =>
  new Promise((resolve, reject) => {
    process.stdout.write(lines, (error) => (error ? reject(error) : resolve()))
  })
