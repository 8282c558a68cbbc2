import { vi } from 'vitest'
import type { PdfRenderer } from '#infra/pdf/pdf-renderer.ts'
import { renderPaper } from '#infra/pdf/render-paper.ts'
import { Typesetter } from '#infra/pdf/typesetter.ts'
import { ok } from '#shop/kernel/result.ts'

/** Renders in the test's own thread. */
export const renderInline: PdfRenderer = async (paper) => ok(await renderPaper(paper))

/** The lines of text that are drawn while a PDF is made, in order. */
export async function recordPdfLines(print: () => Promise<unknown>): Promise<string[]> {
  const drawn = vi.spyOn(Typesetter.prototype, 'line')
  try {
    await print()
    return drawn.mock.calls.map(([text]) => text)
  } finally {
    drawn.mockRestore()
  }
}
