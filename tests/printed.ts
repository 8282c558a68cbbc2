import { vi } from 'vitest'
import type { PdfRenderer } from '#infra/pdf/pdf-renderer.ts'
import { renderPaper } from '#infra/pdf/render-paper.ts'
import { Typesetter } from '#infra/pdf/typesetter.ts'
import { ok } from '#shop/kernel/result.ts'

/** Renders in the test's own thread. */
export const renderInline: PdfRenderer = async (paper) => ok(await renderPaper(paper))

/** Returns the lines of text that the PDF renderer draws during `print`, in order. */
export async function recordPdfLines(print: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(Typesetter.prototype, 'line')
  try {
    await print()
    return spy.mock.calls.map(([text]) => text)
  } finally {
    spy.mockRestore()
  }
}
