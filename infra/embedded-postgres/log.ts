import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'

const MAX_BYTES = 1024 * 1024
const TAIL_BYTES = 4096

export type Log = { file: string; descriptor: number; tail(): string; close(): void }

/** Truncates the log above 1 MB. Does not follow symbolic links. */
export function openLog(file: string): Log {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = constants
  const descriptor = openSync(file, O_APPEND | O_CREAT | O_NOFOLLOW | O_RDWR, 0o600)
  if (fstatSync(descriptor).size > MAX_BYTES) ftruncateSync(descriptor)
  const start = fstatSync(descriptor).size
  return { file, descriptor, tail: () => lastLines(descriptor, start), close: () => closeSync(descriptor) }
}

function lastLines(descriptor: number, start: number): string {
  const { size } = fstatSync(descriptor)
  const from = Math.max(start, size - TAIL_BYTES)
  const bytes = Buffer.alloc(size - from)
  readSync(descriptor, bytes, 0, bytes.length, from)
  return bytes.toString().trim().split('\n').slice(-10).join('\n')
}
