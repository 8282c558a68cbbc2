import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import type { EnvironmentModuleNode } from 'vite'
import type { Settings } from '#infra/config/settings.ts'
import { createLog } from '#infra/logging/log.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { describeMistake, mistakePage } from '#server/mistake-page.ts'
import { type Program, type ShutdownStep, shutDown, startOwnDatabase } from '#server/program.ts'

const SERVE = join(PROJECT_ROOT, 'server', 'serve.ts')
/** Waits for further changes, because editors and `git checkout` change several files at once. */
const SETTLE_MS = 50
const SHUTDOWN_MS = 5_000

/**
 * `npm run dev`: starts database, Vite and listener once. Vite loads the rest of the server, which restarts when one
 * of its modules changes. Requests wait for that. Pages show loading errors.
 */
export async function startDevelopment(
  settings: Settings,
  { say }: { say: (line: string) => void },
): Promise<Program> {
  const log = createLog(settings.logLevel)
  const lasting: ShutdownStep[] = []
  const serving: ShutdownStep[] = []
  const onError = (name: string, error: unknown) => log.error({ err: error }, `${name}: cannot be stopped`)
  const end = (steps: ShutdownStep[]) => shutDown(steps.splice(0), { ms: SHUTDOWN_MS, onError })
  const stop = async () => [await end(serving), await end(lasting)].every(Boolean)
  const collect = (steps: ShutdownStep[]) => (name: string, action: ShutdownStep['end']) =>
    void steps.push({ name, end: action })
  try {
    const databaseUrl =
      settings.databaseUrl ?? (await startOwnDatabase(settings.dataDir, say, collect(lasting)))
    const vite = await (await import('vite')).createServer({
      root: PROJECT_ROOT,
      server: { middlewareMode: true },
      appType: 'custom',
    })
    lasting.push({ name: 'Vite', end: () => vite.close() })

    let answer: RequestListener
    let ready = Promise.resolve()
    const front = createServer((request, response) => void ready.then(() => answer(request, response)))
    front.listen(settings.port, settings.host)
    await once(front, 'listening')
    const { port } = front.address() as AddressInfo
    const url = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`
    lasting.push({ name: 'listener', end: () => front.close().closeAllConnections() })
    const attach = (server: Server) => {
      answer = (request, response) => void server.emit('request', request, response)
      return url
    }

    let isBroken = false
    const serve = async () => {
      const began = performance.now()
      isBroken = false
      try {
        const code = (await vite.ssrLoadModule(SERVE, {
          fixStacktrace: true,
        })) as typeof import('#server/serve.ts')
        await end(serving)
        await code.serve(settings, { live: { vite, attach }, databaseUrl, say, log, atEnd: collect(serving) })
        say(`The server has started in ${Math.round(performance.now() - began)} ms`)
      } catch (error) {
        isBroken = true
        say(describeMistake(error))
        answer = (request, response) =>
          vite.middlewares(request, response, () =>
            response.writeHead(500, { 'content-type': 'text/html' }).end(mistakePage(error)),
          )
      }
      // Without an open page, Vite would keep the message for the next page.
      if (vite.ws.clients.size > 0) vite.ws.send({ type: 'full-reload' })
    }
    ready = serve()
    await ready

    let timer: NodeJS.Timeout | undefined
    vite.watcher.on('all', (event, file) => {
      const path = relative(PROJECT_ROOT, file)
      const isMigration = /^db\/migrations\/.+\.sql$/.test(path)
      if (isMigration && event === 'change')
        say(`${path} has changed. If it was applied before, stop, delete .data and start again.`)
      const modules = vite.environments.ssr.moduleGraph.getModulesByFile(file) ?? []
      if (!isBroken && !isMigration && ![...modules].some((module) => isPartOfServer(module))) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        ready = ready.then(serve)
      }, SETTLE_MS)
    })
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** True for server/serve.ts and what it imports, directly or not. */
function isPartOfServer(module: EnvironmentModuleNode, seen = new Set<EnvironmentModuleNode>()): boolean {
  if (module.file === SERVE) return true
  if (seen.has(module)) return false
  seen.add(module)
  return [...module.importers].some((importer) => isPartOfServer(importer, seen))
}
