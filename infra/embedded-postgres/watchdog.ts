import { spawn } from 'node:child_process'
import { type DatabaseUser, spawnedAs } from '#infra/embedded-postgres/database-user.ts'

/** A process that cannot outlive us. `end` stops it and waits. */
export type SupervisedProcess = { exited: Promise<number>; end(): Promise<void> }

type Options = {
  command: string[]
  user: DatabaseUser | undefined
  signal: 'INT' | 'TERM'
  log: number
  leaves?: string
}

/** The reader gets the end of our pipe, even after kill -9, and signals the command until it ends. */
const SCRIPT = `
leaves=$1
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
[ -z "$leaves" ] || rm -rf "$leaves"
exit "$status"
`

/** Starts a command under the watchdog, in its own session so that Ctrl-C does not reach it. */
export function superviseProcess({ command, user, signal, log, leaves = '' }: Options): SupervisedProcess {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'database-watchdog', leaves, signal, ...command], {
    ...spawnedAs(user),
    detached: true,
    stdio: ['pipe', log, log],
  })
  // Writing to a shell that has ended is an error; `exited` reports the end.
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
