/** Copies an element's text. Without the clipboard API it selects the text first, and false leaves it selected. */
export async function copyText(element: HTMLElement | null): Promise<boolean> {
  if (!element) return false
  const isField = element instanceof HTMLTextAreaElement
  try {
    await navigator.clipboard.writeText(isField ? element.value : (element.textContent ?? ''))
    return true
  } catch {
    if (isField) element.select()
    else getSelection()?.selectAllChildren(element)
    return document.execCommand('copy')
  }
}
