/**
 * Imported before everything else. It sets NODE_ENV, by which React picks its production build when it is first loaded
 * (the development build takes half as long again), and keeps V8's hidden class of Node's tick objects.
 */
import { executionAsyncResource } from 'node:async_hooks'

// biome-ignore lint/style/noProcessEnv: not a setting of ours, it is read by React
if (!process.argv.includes('--dev')) process.env.NODE_ENV ??= 'production'

/** The hidden class changes occasionally, as the numbers in the object grow. */
const INTERVAL_MS = 1_000

const held = new Set<object>()

/**
 * Holds one of Node's tick objects at any time. Node makes some seven a request, and a full garbage collection that
 * finds none drops their hidden class for good: each then costs eight times as much (60 and 490 ns, Node 24.21).
 */
function holdTickObject(): void {
  process.nextTick(() => {
    held.clear()
    held.add(executionAsyncResource())
  })
}

holdTickObject()
setInterval(holdTickObject, INTERVAL_MS).unref()
