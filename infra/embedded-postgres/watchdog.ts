import { spawn } from 'node:child_process'
import { type DatabaseUser, spawnedAs } from '#infra/embedded-postgres/database-user.ts'

/** A process that cannot outlive us. `exited` gives its exit status; `end` asks it to end and waits for that. */
export type SupervisedProcess = { exited: Promise<number>; end(): Promise<void> }

type Options = {
  command: string[]
  user: DatabaseUser | undefined
  /** The signal that ends it in order. */
  signal: 'INT' | 'TERM'
  /** File descriptor for what it prints. */
  log: number
  /** Directory to remove once it has ended. */
  leaves?: string
}

/**
 * The shell waits for the command; beside it a reader waits for the end of the pipe that we hold, which comes with our
 * death, kill -9 included, and sends the signal; again and again, because a process that has only just started does
 * not hear it yet. Both ignore signals meant for groups of processes (service managers send those), so that they stay
 * until the command has ended.
 */
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

/** Starts a command under the watchdog, in a session of its own so that Ctrl-C in a terminal does not reach it. */
export function superviseProcess({ command, user, signal, log, leaves = '' }: Options): SupervisedProcess {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'database-watchdog', leaves, signal, ...command], {
    ...spawnedAs(user),
    detached: true,
    stdio: ['pipe', log, log],
  })
  // A pipe to a shell that is gone breaks; `exited` tells the same.
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
