import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { everyChildOf } from '#tests/faults/processes.ts'

/** A running `start-embedded.ts`: what it has said, and how its start ended (one of ready and refused is set). */
export type Program = { child: ChildProcess; said: string[]; started: Promise<Started> }
export type Started = { ready?: string; refused?: string }

type Options = { task?: 'database' | 'lock'; dataDir: string; checkout?: string; node?: string; uid?: number }

const running = new Set<ChildProcess>()

/** Starts the program as a process of its own; `uid` runs it as that user (needs root). */
export function startProgram({ task = 'database', dataDir, checkout, node, uid }: Options): Program {
  const root = checkout ?? join(import.meta.dirname, '..', '..')
  const script = join(root, 'tests', 'faults', 'start-embedded.ts')
  const child = spawn(node ?? process.execPath, [script, task, dataDir], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  running.add(child)
  const said: string[] = []
  const started = new Promise<Started>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = JSON.parse(line) as Started & { say?: string }
      if (event.say) said.push(event.say)
      else resolve(event)
    })
    child.once('exit', (status, signal) => resolve({ refused: `ended without a word (${status ?? signal})` }))
  })
  return { child, said, started }
}

/** The URL (or 'locked') of a program that must have started; throws with its refusal otherwise. */
export async function ready(program: Program): Promise<string> {
  const { ready: url, refused } = await program.started
  if (url === undefined) throw new Error(refused)
  return url
}

/** Ends a program in order. */
export async function stop({ child }: Pick<Program, 'child'>): Promise<void> {
  const exited = exitOf(child)
  child.kill('SIGTERM')
  await exited
}

/** Kills Node with SIGKILL; its children learn of it only by what the kernel closes. */
export async function killNode({ child }: Pick<Program, 'child'>): Promise<void> {
  const exited = exitOf(child)
  child.kill('SIGKILL')
  await exited
}

/** Kills Node, its watchdog and all of PostgreSQL in one go: all are stopped first, so that none can still act. */
export async function killEverything({ child }: Pick<Program, 'child'>): Promise<void> {
  const exited = exitOf(child)
  const pids = [child.pid ?? 0, ...everyChildOf(child.pid ?? 0)]
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const) for (const pid of pids) signalTo(pid, signal)
  await exited
}

/** Ends what a test has left running, in order, so that nothing of it stays on the machine. */
export async function endLeftovers(): Promise<void> {
  await Promise.all([...running].map((child) => stop({ child })))
  running.clear()
}

/** Sends a signal; a process that is already gone is fine. */
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
