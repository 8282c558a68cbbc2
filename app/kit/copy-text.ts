/** Copies an element's text, by selecting it where the clipboard API is missing. False leaves the text selected. */
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
