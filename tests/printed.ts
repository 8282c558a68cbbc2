import { vi } from 'vitest'
import { Typesetter } from '#infra/pdf/typesetter.ts'

/** The lines of text that are drawn while a PDF is made, in order. */
export async function printedLines(print: () => Promise<unknown>): Promise<string[]> {
  const drawn = vi.spyOn(Typesetter.prototype, 'line')
  try {
    await print()
    return drawn.mock.calls.map(([text]) => text)
  } finally {
    drawn.mockRestore()
  }
}
