import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from '#app/kit/copy-text.ts'

afterEach(() => void vi.unstubAllGlobals())

class TextArea {
  value = 'MEERA-2'
  isSelected = false
  select = () => {
    this.isSelected = true
  }
}

/**
 * Stubs a browser with this clipboard API; over plain HTTP there is none. `canCopy`: the result of the `copy`
 * command.
 */
function stubBrowser(canCopy: boolean, clipboard?: object) {
  const selected: unknown[] = []
  vi.stubGlobal('navigator', { clipboard })
  vi.stubGlobal('document', { execCommand: () => canCopy })
  vi.stubGlobal('HTMLTextAreaElement', TextArea)
  vi.stubGlobal('getSelection', () => ({ selectAllChildren: (node: unknown) => selected.push(node) }))
  return selected
}

const refuse = { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }

it('copies by selection if the clipboard API fails or is missing', async () => {
  for (const clipboard of [refuse, undefined]) {
    const selected = stubBrowser(true, clipboard)
    const number = { textContent: 'AWB 1' } as HTMLElement
    expect(await copyText(number)).toBe(true)
    expect(selected).toEqual([number])
    const field = new TextArea()
    expect(await copyText(field as unknown as HTMLElement)).toBe(true)
    expect(field.isSelected).toBe(true)
  }
})

it('returns false if nothing was copied', async () => {
  stubBrowser(false, refuse)
  expect(await copyText({ textContent: 'AWB 1' } as HTMLElement)).toBe(false)
})
