import type { ESTree } from 'vite'

/** Calls `visit` with each node of a syntax tree. */
export function visitNodes(value: unknown, visit: (node: ESTree.Node) => void): void {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) visit(value as ESTree.Node)
  for (const child of Object.values(value)) visitNodes(child, visit)
}
