/** The pages of the build, with the expected statuses. */
import type { ServerBuild } from 'react-router'
import { readRegistry } from '#server/page-registry.ts'
import { pageRows } from '#tests/access/page-statuses.ts'

const build: ServerBuild = await import('#pages')
export const REGISTRY = readRegistry(build.routes)

/** True for a route that renders a page, false for files and for routes that only take posts. */
export function hasView(id: string): boolean {
  return build.routes[id]?.module.default !== undefined
}

export const PAGE_ROWS = pageRows(REGISTRY.pages)
