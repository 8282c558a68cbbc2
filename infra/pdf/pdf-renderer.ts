import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Paper } from '#infra/pdf/render-paper.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import type { FileStore } from '#shop/ctx.ts'
import { documentKey } from '#shop/invoices/invoice-document.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { semaphore } from '#shop/kernel/semaphore.ts'

type PapersBusy = { ok: false; reason: 'papers_busy'; waitSeconds: number }

/** Renders a paper as PDF; refuses if too many others wait. */
export type PdfRenderer = (paper: Paper) => Promise<Result<Uint8Array<ArrayBuffer>, PapersBusy>>

/** The last paper of a full queue waits a few seconds. */
const QUEUE_LIMIT = 20
const WAIT_SECONDS = 5
const RENDER_MS = 30_000
/** An idle worker ends, which frees its memory. */
const IDLE_MS = 60_000

type Render = (paper: Paper) => Promise<Uint8Array<ArrayBuffer>>
type Sources = { files: FileStore; onError: (error: unknown) => void; render?: Render }

/** Renders papers one by one in a worker thread. Invoices and credit notes are stored until their buyer is erased. */
export function createPdfRenderer({ files, onError, render = paperWorker() }: Sources): PdfRenderer {
  const inTurn = semaphore(1)
  let queued = 0
  const renderInTurn: PdfRenderer = async (paper) => {
    if (queued >= QUEUE_LIMIT) return { ...err('papers_busy'), waitSeconds: WAIT_SECONDS }
    queued += 1
    try {
      return ok(await inTurn(() => render(paper)))
    } finally {
      queued -= 1
    }
  }
  const renderOnce = async (paper: Paper, key: string) => {
    // If the file store fails, the document is rendered like any other paper.
    const stored = await files.read(key).catch((error) => {
      onError(error)
      return null
    })
    if (stored) return ok(stored.bytes)
    const result = await renderInTurn(paper)
    if (result.ok) await files.put(key, result.value, 'application/pdf').catch(onError)
    return result
  }
  const inProgress = new Map<string, ReturnType<PdfRenderer>>()
  return (paper) => {
    if (paper.kind !== 'invoice') return renderInTurn(paper)
    const key = documentKey(paper.invoice)
    const shared = inProgress.get(key) ?? renderOnce(paper, key).finally(() => inProgress.delete(key))
    inProgress.set(key, shared)
    return shared
  }
}

/** Starts a thread when the first paper is rendered. The thread runs from source, even in the built program. */
function paperWorker(): Render {
  let worker: Worker | null = null
  let idleTimer: NodeJS.Timeout | undefined
  const stop = () => {
    void worker?.terminate()
    worker = null
  }
  return async (paper) => {
    clearTimeout(idleTimer)
    worker ??= startWorker()
    try {
      worker.postMessage(paper)
      const [bytes] = await once(worker, 'message', { signal: AbortSignal.timeout(RENDER_MS) })
      return bytes
    } catch (error) {
      stop()
      throw error
    } finally {
      idleTimer = setTimeout(stop, IDLE_MS).unref()
    }
  }
}

function startWorker(): Worker {
  const file = join(PROJECT_ROOT, 'infra/pdf/paper-worker.ts')
  const worker = new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 192 } })
  worker.unref()
  // The rejected render reports the error.
  worker.on('error', () => {})
  return worker
}
