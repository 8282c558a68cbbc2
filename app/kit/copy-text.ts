/**
 * Puts an element's text on the clipboard; where the clipboard API is refused or missing, as over plain HTTP, by selecting
 * it. False when both fail: the text is then left selected.
 */
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
