/**
 * One resident Vitest, forked by main.ts. Each chosen condition is wrapped in a probe, and the number of a mutant
 * activates it: source files stay unchanged, transformed code is cached, and every run starts in a new process.
 */
import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'
import type { Condition } from '#lab/mutants/conditions.ts'
import config from '../../vitest.config.ts'

/** `bail`: the number of failures that ends a run; 0: none. */
export type Setup = { conditions: Condition[]; workers: number; bail: number }
/** `testFiles`: absolute paths in the order to run, or null for all. `mutant`: null for unchanged code. */
export type Task = { mutant: number | null; testFiles: string[] | null; reachedFile?: string }
/** The first form is sent after each test file, the second once, at the end. */
export type Message = { ended: string; ms: number } | { isKilled: boolean; failed: string[] }

/** Runs the files in the requested order. */
class RequestedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files
  }
}

function probe(conditions: readonly Condition[]): Plugin {
  const byFile = Map.groupBy(
    conditions.map((condition, index) => ({ ...condition, index })),
    ({ file }) => resolve(file),
  )
  return {
    name: 'probe-conditions',
    enforce: 'pre',
    transform(code, id) {
      const inFile = byFile.get(id)?.toSorted((a, b) => b.start - a.start)
      return inFile?.reduce((text, { start, end, index }) => {
        const [head, condition, tail] = [text.slice(0, start), text.slice(start, end), text.slice(end)]
        return `${head}globalThis.probeCondition(${index}, (${condition}))${tail}`
      }, code)
    },
  }
}

type Project = NonNullable<typeof config.test>

/** Adds the probe to the root configuration and all its projects. */
function addProbes(conditions: readonly Condition[]) {
  const { projects, ...shared } = config.test ?? {}
  const addProbe = ({ setupFiles = [], ...test }: Project) => ({
    plugins: [probe(conditions)],
    // Without a cache, because modules that another run has cached contain the probes of that run.
    test: { ...test, setupFiles: [...[setupFiles].flat(), 'lab/mutants/probe.ts'], fsModuleCache: false },
  })
  const sequence = { sequencer: RequestedOrder }
  if (!projects) return { plugins: [probe(conditions)], test: { ...addProbe(shared).test, sequence } }
  const inline = projects.flatMap((project) =>
    typeof project === 'object' && 'test' in project && project.test ? [project.test as Project] : [],
  )
  return { test: { ...shared, sequence, projects: inline.map(addProbe) } }
}

/** True for tests that start the built program, which has no probes. */
const isOnRealProcess = ({ moduleId }: TestSpecification) =>
  relative('.', moduleId).startsWith('tests/faults/')

async function serve({ conditions, workers, bail }: Setup): Promise<void> {
  // The global set-up runs in this process, on unchanged code.
  globalThis.probeCondition = (_index, value) => value
  let failed: string[] = []
  const reporter = {
    onTestModuleEnd(module: TestModule) {
      if (!module.ok()) failed.push(module.moduleId)
      send({ ended: module.moduleId, ms: module.diagnostic().duration })
    },
  }
  const options = { config: false as const, watch: false, bail, maxWorkers: workers, reporters: [reporter] }
  const vitest = await createVitest(options, addProbes(conditions))
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
