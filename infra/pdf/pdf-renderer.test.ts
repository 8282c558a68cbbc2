import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderFiles } from '#infra/files/file-store.ts'
import { createPdfRenderer } from '#infra/pdf/pdf-renderer.ts'
import { renderPaper } from '#infra/pdf/render-paper.ts'
import { invoiceWith } from '#tests/papers.ts'

const files = async () => folderFiles(await mkdtemp(join(tmpdir(), 'papers-')))
const onError = (error: unknown) => expect.fail(String(error))

const pdf = createPdfRenderer({ files: await files(), onError })

it('renders in another thread', async () => {
  const conjuncts = 'क्ष्म्य'.repeat(200)
  const paper = invoiceWith({ buyer: conjuncts, address: conjuncts })
  const cpu = process.threadCpuUsage()
  const result = await pdf(paper)
  const own = process.threadCpuUsage(cpu)
  expect(result.ok && Buffer.from(result.value.subarray(0, 5)).toString()).toBe('%PDF-')
  const start = process.threadCpuUsage()
  await renderPaper(paper)
  expect(own.user).toBeLessThan(process.threadCpuUsage(start).user / 2)
})

it('renders a paper again after one that failed', async () => {
  const paper = invoiceWith({})
  await expect(pdf({ ...paper, invoice: { ...paper.invoice, issuedAt: 'never' } })).rejects.toThrow()
  expect(await pdf(paper)).toMatchObject({ ok: true })
})

it('renders an issued document once, and stores its bytes', async () => {
  const stored = await files()
  let rendered = 0
  const render: typeof renderPaper = (paper) => {
    rendered += 1
    return renderPaper(paper)
  }
  const paper = invoiceWith({})
  const first = createPdfRenderer({ files: stored, onError, render })
  const [result, shared] = await Promise.all([first(paper), first(paper)])
  const later = await createPdfRenderer({ files: stored, onError, render })(paper)
  expect([shared, later]).toEqual([result, result])
  expect(rendered).toBe(1)
  // After a database was restored from a backup, another order may get the same number.
  const orderId = '0190c8f0-2222-7000-8000-000000000002'
  await first({ ...paper, invoice: { ...paper.invoice, orderId } })
  expect(rendered).toBe(2)
})

it('renders an issued document while the file store is down', async () => {
  const reject = async () => Promise.reject(new Error('down'))
  const problems: unknown[] = []
  const pdf = createPdfRenderer({
    files: { read: reject, put: reject, remove: reject },
    onError: (error) => problems.push(error),
    render: async () => new Uint8Array(),
  })
  expect(await pdf(invoiceWith({}))).toMatchObject({ ok: true })
  expect(problems).toHaveLength(2)
})

it('refuses papers while 20 others wait', async () => {
  const { promise, resolve } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  const pdf = createPdfRenderer({ files: await files(), onError, render: () => promise })
  const papers = Array.from({ length: 21 }, (_, number) => pdf(invoiceWith({ number })))
  const refusal = { ok: false, reason: 'papers_busy', waitSeconds: 5 }
  expect(await Promise.race(papers)).toEqual(refusal)
  resolve(new Uint8Array())
  expect((await Promise.all(papers)).filter(({ ok }) => ok)).toHaveLength(20)
  expect(await pdf(invoiceWith({ number: 30 }))).toMatchObject({ ok: true })
})
