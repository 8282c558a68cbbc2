/**
 * Browsers' page translation replaces text nodes that React still updates. This keeps each replaced node, empty,
 * before its translation.
 */
const translated = new WeakMap<Node, { font: Element; original: string }>()
const textsOf = new WeakMap<Node, Text[]>()

/** Handles page translation while the document is open. Call it before hydration. */
export function followPageTranslation(): void {
  const observer = new MutationObserver((records) => {
    const newFonts = new Set<Element>()
    for (const record of records) handleRecord(record, newFonts)
    // Drops the records of changes made by this function.
    observer.takeRecords()
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}

/** `newFonts`: the translations made in this turn. Each may replace several texts. */
function handleRecord(record: MutationRecord, newFonts: Set<Element>): void {
  const { target, addedNodes, removedNodes, previousSibling, nextSibling } = record
  const changed = translated.get(target)
  if (changed) endTranslation(changed.font, target)
  for (const node of removedNodes) {
    if (node.isConnected) continue
    const font = textsOf.has(node) ? (node as Element) : translated.get(node)?.font
    if (font) endTranslation(font, node)
    else if (node instanceof Text && node.data.trim() !== '') {
      const beside = [...addedNodes, previousSibling, nextSibling].filter(isFont)
      const replacement = beside.find((candidate) => newFonts.has(candidate) || !textsOf.has(candidate))
      if (!replacement) continue
      newFonts.add(replacement)
      emptyBefore(replacement, node)
    }
  }
}

function isFont(node: Node | null): node is Element {
  return node?.nodeName === 'FONT' && node.isConnected
}

function emptyBefore(font: Element, text: Text): void {
  translated.set(text, { font, original: text.data })
  textsOf.set(font, [...(textsOf.get(font) ?? []), text])
  text.data = ''
  font.before(text)
}

/** Removes a translation and restores its texts, except `changed`, which React has just written or removed. */
function endTranslation(font: Element, changed: Node): void {
  font.remove()
  for (const text of textsOf.get(font) ?? []) {
    if (text !== changed) text.data = translated.get(text)?.original ?? ''
    translated.delete(text)
  }
  textsOf.delete(font)
}
