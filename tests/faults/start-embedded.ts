import { lockDataDir } from '#infra/embedded-postgres/data-dir-lock.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/embedded-postgres.ts'

/**
 * A small program for the fault tests: node start-embedded.ts <database|lock> <data directory>. Prints one JSON line
 * per event ({say}, {ready}, {refused}) and runs until SIGTERM, which stops it cleanly.
 */
const [task, dataDir = ''] = process.argv.slice(2)

const printEvent = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`)

async function run(): Promise<{ ready: string; stop(): Promise<void> | void }> {
  if (task === 'lock') return { ready: 'locked', stop: await lockDataDir(dataDir) }
  const { url, stop } = await startEmbeddedPostgres({ dataDir, say: (say) => printEvent({ say }) })
  return { ready: url, stop }
}

try {
  const { ready, stop } = await run()
  const keepAlive = setInterval(() => {}, 60_000)
  process.once('SIGTERM', async () => {
    await stop()
    clearInterval(keepAlive)
  })
  printEvent({ ready })
} catch (error) {
  printEvent({ refused: (error as Error).message })
  process.exitCode = 1
}
