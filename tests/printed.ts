import { vi } from 'vitest'
import type { PdfRenderer } from '#infra/pdf/pdf-renderer.ts'
import { ok } from '#shop/kernel/result.ts'

// Imported on use, because the PDF libraries are a quarter of all code that a test file would load.
/** Renders in the test's own thread. */
export const renderInline: PdfRenderer = async (paper) => {
  const { renderPaper } = await import('#infra/pdf/render-paper.ts')
  return ok(await renderPaper(paper))
}

/** Returns the lines of text that the PDF renderer draws during `print`, in order. */
export async function recordPdfLines(print: () => Promise<unknown>): Promise<string[]> {
  const { Typesetter } = await import('#infra/pdf/typesetter.ts')
  const spy = vi.spyOn(Typesetter.prototype, 'line')
  try {
    await print()
    return spy.mock.calls.map(([text]) => text)
  } finally {
    spy.mockRestore()
  }
}
