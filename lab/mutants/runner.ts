/**
 * One resident Vitest, forked by main.ts. Each chosen condition is wrapped in a probe, and a mutant is switched on by
 * its number: source files stay as they are, transformed code is kept, and every run begins in a new process.
 */
import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'
import type { Guard } from '#lab/mutants/guards.ts'
import config from '../../vitest.config.ts'

/** `bail`: ends a run after so many failures; 0: never. */
export type Setup = { guards: Guard[]; workers: number; bail: number }
/** `testFiles`: absolute paths in the order to run, or null for all. `mutant`: null for unchanged code. */
export type Task = { mutant: number | null; testFiles: string[] | null; reachedFile?: string }
/** `ended` after each test file; `isKilled` once, when a test failed or all have passed. */
export type Message = { ended: string; ms: number } | { isKilled: boolean; failed: string[] }

/** Runs the files in the order in which they were asked for. */
class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files
  }
}

function probe(guards: readonly Guard[]): Plugin {
  const byFile = Map.groupBy(
    guards.map((guard, index) => ({ ...guard, index })),
    ({ file }) => resolve(file),
  )
  return {
    name: 'probe-guards',
    enforce: 'pre',
    transform(code, id) {
      const inFile = byFile.get(id)?.toSorted((a, b) => b.start - a.start)
      return inFile?.reduce((text, { start, end, index }) => {
        const [head, condition, tail] = [text.slice(0, start), text.slice(start, end), text.slice(end)]
        return `${head}globalThis.probeGuard(${index}, (${condition}))${tail}`
      }, code)
    },
  }
}

type Project = NonNullable<typeof config.test>

/** The root configuration with probed code, whatever its projects are. */
function probedConfig(guards: readonly Guard[]) {
  const { projects, ...shared } = config.test ?? {}
  const probed = ({ setupFiles = [], ...test }: Project) => ({
    plugins: [probe(guards)],
    // Cached modules of another run have the probes of its guards.
    test: { ...test, setupFiles: [...[setupFiles].flat(), 'lab/mutants/probe.ts'], fsModuleCache: false },
  })
  const sequence = { sequencer: GivenOrder }
  if (!projects) return { plugins: [probe(guards)], test: { ...probed(shared).test, sequence } }
  const inline = projects.flatMap((project) =>
    typeof project === 'object' && 'test' in project && project.test ? [project.test as Project] : [],
  )
  return { test: { ...shared, sequence, projects: inline.map(probed) } }
}

/** A real process runs the built program, which is not probed. */
const isOnRealProcess = ({ moduleId }: TestSpecification) =>
  relative('.', moduleId).startsWith('tests/faults/')

async function serve({ guards, workers, bail }: Setup): Promise<void> {
  // The global set-up runs in this process, on unchanged code.
  globalThis.probeGuard = (_index, value) => value
  let failed: string[] = []
  const reporter = {
    onTestModuleEnd(module: TestModule) {
      if (!module.ok()) failed.push(module.moduleId)
      send({ ended: module.moduleId, ms: module.diagnostic().duration })
    },
  }
  const options = { config: false as const, watch: false, bail, maxWorkers: workers, reporters: [reporter] }
  const vitest = await createVitest(options, probedConfig(guards))
  const all = await vitest.globTestSpecifications()
  const specifications = all.filter((specification) => !isOnRealProcess(specification))
  const run = async ({ mutant, testFiles, reachedFile }: Task) => {
    failed = []
    process.env.MUTANT = String(mutant)
    process.env.MUTANTS_REACHED = reachedFile ?? ''
    const chosen = testFiles?.map((file) => specifications.find(({ moduleId }) => moduleId === file))
    const { unhandledErrors } = await vitest.runTestSpecifications(
      (chosen ?? specifications).filter((specification) => specification !== undefined),
    )
    send({ isKilled: failed.length > 0 || unhandledErrors.length > 0, failed })
  }
  process.on('message', (task: Task) => void run(task))
  process.once('disconnect', () => process.exit(1))
  send('ready')
}

function send(message: Message | 'ready'): void {
  process.send?.(message)
}

process.once('message', (setup: Setup) => void serve(setup))
