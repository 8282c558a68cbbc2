import type { Settings } from '#infra/config/settings.ts'
import { lockDataDir } from '#infra/embedded-postgres/data-dir-lock.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/embedded-postgres.ts'
import { createLog } from '#infra/logging/log.ts'

/** `stop` returns true if everything ended cleanly. */
export type Program = { url: string; stop(): Promise<boolean> }

export type AtEnd = (name: string, end: ShutdownStep['end']) => void

/** Running requests get ten seconds. */
const MAX_MS = 15_000

/** Starts data folder, database and server. `stop`, or a failing step, stops the started ones in reverse. */
export async function startProgram(
  settings: Settings,
  options: { dev: boolean; say: (line: string) => void },
): Promise<Program> {
  const log = createLog(settings.logLevel)
  const endings: ShutdownStep[] = []
  const atEnd: AtEnd = (name, end) => void endings.push({ name, end })
  const onLeft = (name: string, error: unknown) => log.error({ err: error }, `${name}: left as it is`)
  const stop = () => shutDown(endings.splice(0), { ms: MAX_MS, onLeft })
  try {
    const code = import('#server/serve.ts')
    // If the database fails, nothing awaits this promise.
    code.catch(() => {})
    const databaseUrl = settings.databaseUrl ?? (await startOwnDatabase(settings.dataDir, options.say, atEnd))
    const { serve } = await code
    return { url: await serve(settings, { ...options, databaseUrl, log, atEnd }), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startOwnDatabase(dataDir: string, say: (line: string) => void, atEnd: AtEnd): Promise<string> {
  atEnd('data folder', await lockDataDir(dataDir))
  const postgres = await startEmbeddedPostgres({ dataDir, say })
  atEnd('own database', () => postgres.stop())
  return postgres.url
}

type ShutdownStep = { name: string; end: () => Promise<unknown> | unknown }

/** Ends the steps in reverse within `ms` in all, and returns true if all ended cleanly. */
export async function shutDown(
  endings: readonly ShutdownStep[],
  { ms, onLeft }: { ms: number; onLeft: (name: string, error: unknown) => void },
): Promise<boolean> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  over.catch(() => {})
  const timer = setTimeout(() => reject(new Error(`it has not ended within ${ms} ms`)), ms)
  let isInOrder = true
  for (const { name, end } of endings.toReversed()) {
    try {
      await Promise.race([end(), over])
    } catch (error) {
      isInOrder = false
      onLeft(name, error)
    }
  }
  clearTimeout(timer)
  return isInOrder
}
