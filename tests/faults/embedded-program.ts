import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { descendantsOf } from '#tests/faults/processes.ts'

/** A running `start-embedded.ts`, its messages, and the result of its start (either `ready` or `refused`). */
export type Program = { child: ChildProcess; said: string[]; started: Promise<StartResult> }
export type StartResult = { ready?: string; refused?: string }

type Options = { task?: 'database' | 'lock'; dataDir: string; checkout?: string; node?: string; uid?: number }

const running = new Set<ChildProcess>()

/** Starts the program as a process. `uid`: the user who runs it (needs root). */
export function startProgram({ task = 'database', dataDir, checkout, node, uid }: Options): Program {
  const root = checkout ?? join(import.meta.dirname, '..', '..')
  const script = join(root, 'tests', 'faults', 'start-embedded.ts')
  const child = spawn(node ?? process.execPath, [script, task, dataDir], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  running.add(child)
  const messages: string[] = []
  const startResult = new Promise<StartResult>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = JSON.parse(line) as StartResult & { say?: string }
      if (event.say) messages.push(event.say)
      else resolve(event)
    })
    child.once('exit', (status, signal) =>
      resolve({ refused: `ended without a message (${status ?? signal})` }),
    )
  })
  return { child, said: messages, started: startResult }
}

/** Resolves with the program's URL (or 'locked') once it is ready. Throws if the program refuses to start. */
export async function waitUntilReady(program: Program): Promise<string> {
  const { ready: url, refused } = await program.started
  if (url === undefined) throw new Error(refused)
  return url
}

/** Stops a program cleanly. */
export async function stop({ child }: Pick<Program, 'child'>): Promise<void> {
  const exited = exitOf(child)
  child.kill('SIGTERM')
  await exited
}

/** Kills Node with SIGKILL. Its children notice only that the kernel closes their pipes. */
export async function killNode({ child }: Pick<Program, 'child'>): Promise<void> {
  const exited = exitOf(child)
  child.kill('SIGKILL')
  await exited
}

/** Kills Node, its watchdog and PostgreSQL together. Suspends all of them first, so that none can react. */
export async function killEverything({ child }: Pick<Program, 'child'>): Promise<void> {
  const exited = exitOf(child)
  const pids = [child.pid ?? 0, ...descendantsOf(child.pid ?? 0)]
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const) for (const pid of pids) signalTo(pid, signal)
  await exited
}

/** Stops all processes that tests left running. */
export async function endLeftovers(): Promise<void> {
  await Promise.all([...running].map((child) => stop({ child })))
  running.clear()
}

/** Sends a signal. Ignores processes that have ended. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}
