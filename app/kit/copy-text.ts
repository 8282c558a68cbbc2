/** Copies an element's text, if need be by selecting it. Returns false if that fails; the text then stays selected. */
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
