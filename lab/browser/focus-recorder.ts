/** A focus stop: its name and its problems. */
export type Stop = { name: string; faults: string[] }
export type FocusRecorder = {
  /** Names of all usable controls in page order: visible, or revealed by the focus. A radio group is one. */
  expected: string[]
  /** Focus stops since `restart`, without repetitions. */
  stops: Stop[]
  /** Records the focus. Returns true once the focus has left the walked part. */
  recordStop: () => boolean
  /** Clears the stops and focuses the last of them. */
  restart: () => void
}

declare global {
  interface Window {
    focusRecorder: FocusRecorder
  }
}

/**
 * Records at each press of Tab which element has the focus, whether it is visible and uncovered, and whether it has a
 * focus ring. `within` selects the walked part. The function runs in the page, so it imports nothing.
 */
export function recordFocus(within: string): void {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, audio[controls], video[controls]'
  const still = new CSSStyleSheet()
  still.replaceSync('* { transition: none !important; scroll-behavior: auto !important; }')
  document.adoptedStyleSheets = [still]

  const root = document.querySelector(within) ?? document.body
  const isRadio = (element: Element) => element instanceof HTMLInputElement && element.type === 'radio'
  const nameOf = (element: Element) => {
    const words = element.getAttribute('aria-label') ?? element.textContent ?? ''
    const own = element.getAttribute('name') ?? ''
    const text = isRadio(element) ? own : words.replace(/\s+/g, ' ').trim().slice(0, 60) || own
    return `${element.localName} ${text}`.trim()
  }
  const isStop = (element: HTMLElement) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getClientRects().length > 0 &&
    !element.matches(':disabled, [type=hidden], [inert] *, [role=tab][tabindex="-1"]') &&
    (element.tabIndex >= 0 || element.matches(CONTROLS))
  const stopsIn = () => {
    const seen = new Set<string>()
    const forms = [...document.forms]
    return [...root.querySelectorAll<HTMLElement>(`${CONTROLS}, [tabindex]`)].filter((element) => {
      if (!isStop(element)) return false
      if (!isRadio(element)) return true
      const { form, name } = element as HTMLInputElement
      const group = `${form && forms.indexOf(form)} ${name}`
      const isFirst = !seen.has(group)
      seen.add(group)
      return isFirst
    })
  }

  const ringOf = (element: Element, part?: string) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element, part)
    const isDrawn = outlineStyle !== 'none' && outlineWidth !== '0px' && !/, 0\)$/.test(outlineColor)
    return `${isDrawn ? outlineWidth + outlineColor : ''} ${boxShadow}`
  }
  /** Returns the focus rings of the element, its labels and its containers. Any of them may show the focus. */
  const ringsOf = (element: HTMLElement) => {
    const labels = (element as HTMLInputElement).labels ?? []
    const around = [element, ...labels]
    for (let up = element.parentElement, steps = 0; up && steps < 3; up = up.parentElement, steps += 1)
      around.push(up as HTMLLabelElement)
    return around.flatMap((each) => [ringOf(each), ringOf(each, '::before'), ringOf(each, '::after')]).join()
  }

  const coverAt = (element: HTMLElement, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    const labels = [...((element as HTMLInputElement).labels ?? [])]
    const isOwn = [element, ...labels].some((each) => each === hit || each.contains(hit))
    return isOwn || hit?.contains(element) ? null : hit
  }
  /**
   * True if `over`, or a container of `over` but not of the element, stays in place while the page scrolls
   * below.
   */
  const isFloating = (over: Element, element: Element): boolean =>
    !over.contains(element) &&
    (['sticky', 'fixed'].includes(getComputedStyle(over).position) ||
      (over.parentElement !== null && isFloating(over.parentElement, element)))
  const findVisibilityFaults = (element: HTMLElement) => {
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect()
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
    const enough = Math.min(box.height, innerHeight / 3) - 1
    // In a row that scrolls sideways, browsers do not always show the whole control.
    if (right - left < Math.min(box.width * 0.6, innerWidth / 3) || bottom - top < enough)
      return [`out of sight at ${Math.round(box.left)}, ${Math.round(box.top)}`]
    // An element that is taller than the screen may continue beneath a bar at the bottom of the screen.
    const downs = box.height > innerHeight ? [0.5, 0.2] : [0.5, 0.2, 0.8]
    const points = [0.5, 0.2, 0.8].flatMap((across) => downs.map((down) => [across, down] as const))
    const over = points
      .map(([across, down]) => coverAt(element, left + (right - left) * across, top + (bottom - top) * down))
      .filter((cover) => cover !== null)
    // A button inside a field does not cover the field; a bar over its edge does.
    const worst =
      over.find((cover) => isFloating(cover, element)) ??
      (over.length > points.length / 2 ? over[0] : undefined)
    return worst ? [`under ${worst.localName}.${worst.className}`] : []
  }

  // A dialog focuses its first control, so the walk begins before it.
  if (root instanceof HTMLDialogElement) {
    root.tabIndex = -1
    root.focus()
  }
  const elements = stopsIn()
  const inPageOrder = (a: Node, b: Node) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  const unfocused = new Map(elements.map((element) => [element, ringsOf(element)]))
  let last: HTMLElement | null = null
  let hasLeft = false
  // A browser without a window frame continues here after the last control.
  let nextStart = elements[0]
  const recorder: FocusRecorder = {
    expected: elements.map(nameOf),
    stops: [],
    recordStop() {
      const focused = document.activeElement as HTMLElement
      const isInside = root.contains(focused) && focused !== document.body && focused.tabIndex >= 0
      const isNextStart = recorder.stops.length > 1 && focused === nextStart && last !== focused
      if (!isInside || isNextStart) hasLeft = recorder.stops.length > 0 || elements.length === 0
      // Browsers let Tab stop at a scroll container without controls.
      const isScroller = !focused.matches(`${CONTROLS}, [tabindex]`)
      if (hasLeft || !isInside || isScroller || focused === last) return hasLeft
      last = focused
      const isMarked = ringsOf(focused) !== unfocused.get(focused)
      const faults = [...findVisibilityFaults(focused), ...(isMarked ? [] : ['not marked'])]
      recorder.stops.push({ name: nameOf(focused), faults })
      for (const element of stopsIn()) if (!unfocused.has(element)) unfocused.set(element, ringsOf(element))
      recorder.expected = [...unfocused.keys()].toSorted(inPageOrder).map(nameOf)
      return hasLeft
    },
    restart() {
      nextStart = last ?? undefined
      recorder.stops = []
      for (const element of unfocused.keys()) if (!elements.includes(element)) unfocused.delete(element)
      hasLeft = false
      last = null
      nextStart?.focus()
      recorder.recordStop()
    },
  }
  window.focusRecorder = recorder
  // Each press first records the result of the previous press, which the browser has painted by now.
  addEventListener('keydown', () => recorder.recordStop(), { capture: true })
}
