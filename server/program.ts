import type { Settings } from '#infra/config/settings.ts'
import { lockDataDir } from '#infra/embedded-postgres/data-dir-lock.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/embedded-postgres.ts'
import { createLog } from '#infra/logging/log.ts'

/** `stop` returns true if everything ended cleanly. */
export type Program = { url: string; stop(): Promise<boolean> }

export type AtEnd = (name: string, end: ShutdownStep['end']) => void

/** Longer than the ten seconds that running requests have. */
const SHUTDOWN_MS = 15_000

/** Starts the server, and first the shop's own database if needed. `stop` and a failing start end both in reverse. */
export async function startProgram(
  settings: Settings,
  options: { say: (line: string) => void },
): Promise<Program> {
  const log = createLog(settings.logLevel)
  const steps: ShutdownStep[] = []
  const atEnd: AtEnd = (name, end) => void steps.push({ name, end })
  const onError = (name: string, error: unknown) => log.error({ err: error }, `${name}: cannot be stopped`)
  const stop = () => shutDown(steps.splice(0), { ms: SHUTDOWN_MS, onError })
  try {
    const code = import('#server/serve.ts')
    // Nothing awaits this promise if the database fails to start.
    code.catch(() => {})
    const databaseUrl = settings.databaseUrl ?? (await startOwnDatabase(settings.dataDir, options.say, atEnd))
    const { serve } = await code
    return { url: await serve(settings, { ...options, live: null, databaseUrl, log, atEnd }), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts the database of the data folder and returns its URL. */
export async function startOwnDatabase(dataDir: string, say: (line: string) => void, atEnd: AtEnd) {
  atEnd('data folder', await lockDataDir(dataDir))
  const postgres = await startEmbeddedPostgres({ dataDir, say })
  atEnd('own database', () => postgres.stop())
  return postgres.url
}

export type ShutdownStep = { name: string; end: () => Promise<unknown> | unknown }

/** Ends the steps in reverse order within `ms` in total. Returns true if all ended cleanly. */
export async function shutDown(
  steps: readonly ShutdownStep[],
  { ms, onError }: { ms: number; onError: (name: string, error: unknown) => void },
): Promise<boolean> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  timeout.catch(() => {})
  const timer = setTimeout(() => reject(new Error(`it has not ended within ${ms} ms`)), ms)
  let isClean = true
  for (const { name, end } of steps.toReversed()) {
    try {
      await Promise.race([end(), timeout])
    } catch (error) {
      isClean = false
      onError(name, error)
    }
  }
  clearTimeout(timer)
  return isClean
}
