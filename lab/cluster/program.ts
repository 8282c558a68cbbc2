import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { type DatabaseUser, spawnOptions } from '#infra/embedded-postgres/database-user.ts'

export type Program = {
  pid: number
  isRunning(): boolean
  /** Resolves with the exit code, or null after a signal, when the program has ended. */
  ended: Promise<number | null>
  /** Sends a signal and resolves when the program has ended. */
  end(signal: NodeJS.Signals): Promise<void>
  signal(signal: NodeJS.Signals): void
}

type ProgramOptions = {
  command: readonly string[]
  /** Prefix that runs the command on its machine. */
  prefix: readonly string[]
  user: DatabaseUser | undefined
  /** File to which its output is appended. */
  log: string
  env?: Record<string, string>
}

/** Starts a program in a session of its own, so that Ctrl-C does not reach it. */
export function startProgram({ command, prefix, user, log, env }: ProgramOptions): Program {
  const out = openSync(log, 'a')
  // Entering a namespace needs root, so change the user after it.
  const isInNamespace = prefix.length > 0
  const asUser =
    isInNamespace && user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []
  const [file = '', ...args] = [...prefix, ...asUser, ...command]
  const options = spawnOptions(isInNamespace ? undefined : user)
  const child: ChildProcess = spawn(file, args, {
    ...options,
    env: { ...options.env, ...env },
    detached: true,
    stdio: ['ignore', out, out],
  })
  closeSync(out)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const signal = (name: NodeJS.Signals) => void (isRunning() && child.kill(name))
  return {
    pid: child.pid ?? 0,
    isRunning,
    ended,
    signal,
    async end(name) {
      signal(name)
      await ended
    },
  }
}
