/** Renders papers in a worker thread. The main thread sends one at a time. */
import { parentPort } from 'node:worker_threads'
import { type Paper, renderPaper } from '#infra/pdf/render-paper.ts'

parentPort?.on('message', async (paper: Paper) => {
  const bytes = await renderPaper(paper)
  parentPort?.postMessage(bytes, [bytes.buffer])
})
