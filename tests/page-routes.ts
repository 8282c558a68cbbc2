import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#app/routes.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { readRegistry } from '#server/page-registry.ts'

/** `file`: the path within app/. */
type LoadedRoute = {
  id: string
  parentId: string
  path?: string
  index?: boolean
  file: string
  module: object
}

/** Returns the registry of the pages from source, without a build. */
export async function pageRegistry() {
  return readRegistry(await pageRoutes())
}

/** Returns the routes from source by id, without the root. */
export async function pageRoutes(): Promise<Record<string, LoadedRoute>> {
  const loaded = await loadRoutes(await routes, 'root')
  return Object.fromEntries(loaded.map((route) => [route.id, route]))
}

async function loadRoutes(entries: readonly RouteConfigEntry[], parentId: string): Promise<LoadedRoute[]> {
  const groups = await Promise.all(
    entries.map(async ({ file, path = '', index = false, children = [], ...entry }) => {
      const id = entry.id ?? file.replace(/\.tsx?$/, '')
      const module: object = await import(/* @vite-ignore */ join(PROJECT_ROOT, 'app', file))
      return [{ id, parentId, path, index, file, module }, ...(await loadRoutes(children, id))]
    }),
  )
  return groups.flat()
}
