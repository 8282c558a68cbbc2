/** Something that was started, and how it ends. */
export type ShutdownStep = { name: string; end: () => Promise<unknown> | unknown }

/**
 * Ends them one after the other, the last that was started first. Together they may take `ms`: what does not end by
 * then (a database that was frozen answers nobody) is left, as is what fails, and `onLeft` hears of it; the others are
 * told to end all the same. Resolves to whether everything has ended in order.
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
