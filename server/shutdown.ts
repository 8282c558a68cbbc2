/** A started part and the function that ends it. */
export type ShutdownStep = { name: string; end: () => Promise<unknown> | unknown }

/**
 * Ends the steps one after the other, the last started first, within `ms` in all. A step that fails or takes longer
 * (a frozen database) is reported to `onLeft`, and the others still end. Resolves to true when all ended cleanly.
 */
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
