/** Imported first, because React picks its build by NODE_ENV when it is loaded. */
import { executionAsyncResource } from 'node:async_hooks'

// biome-ignore lint/style/noProcessEnv: not a setting of ours, it is read by React
if (!process.argv.includes('--dev')) process.env.NODE_ENV ??= 'production'

/** Repeats, because the hidden class occasionally changes when the object's numbers grow. */
const INTERVAL_MS = 1_000

const references = new Set<object>()

/** Keeps V8's hidden class of Node's tick objects alive. Without it, a tick costs eight times as much (Node 24.21). */
function holdTickObject(): void {
  process.nextTick(() => {
    references.clear()
    references.add(executionAsyncResource())
  })
}

holdTickObject()
setInterval(holdTickObject, INTERVAL_MS).unref()
