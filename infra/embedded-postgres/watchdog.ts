import { spawn } from 'node:child_process'
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'
import { type DatabaseUser, spawnOptions } from '#infra/embedded-postgres/database-user.ts'

/** A process that cannot outlive this one. `end` stops it and waits. */
export type SupervisedProcess = { exited: Promise<number>; end(): Promise<void> }

type Options = {
  command: string[]
  user: DatabaseUser | undefined
  signal: 'INT' | 'TERM'
  log: number
  tempDir?: string
}

/**
 * When this process ends, even by kill -9, the reader reaches the end of our pipe. It then signals the command
 * repeatedly until the command ends, as a signal may be missed. Shell and reader ignore signals to the group.
 */
const SCRIPT = `
temp_dir=$1
signal=$2
shift 2
exec 3<&0
"$@" 3<&- </dev/null &
command=$!
{ trap '' HUP INT TERM; read -r nothing <&3; while kill -s "$signal" "$command"; do sleep 1; done; } 2>/dev/null &
reader=$!
trap '' HUP INT TERM
exec 3<&- </dev/null
wait "$command"
status=$?
kill -KILL "$reader" 2>/dev/null
[ -z "$temp_dir" ] || rm -rf "$temp_dir"
exit "$status"
`

/** Starts a command under the watchdog, in its own session so that Ctrl-C does not reach it. */
export function superviseProcess({ command, user, signal, log, tempDir = '' }: Options): SupervisedProcess {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'database-watchdog', tempDir, signal, ...command], {
    ...spawnOptions(user),
    detached: true,
    stdio: ['pipe', log, log],
  })
  // Writing to an ended shell is an error, which `exited` reports.
  shell.stdin?.on('error', () => {})
  const exited = new Promise<number>((resolve, reject) => {
    shell.once('error', reject)
    shell.once('exit', (status) => resolve(status ?? -1))
  })
  exited.catch(() => {})
  return {
    exited,
    async end() {
      shell.stdin?.end()
      await exited
    },
  }
}

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
