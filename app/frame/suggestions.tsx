import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { MIN_WORD_LENGTH } from '#shop/search/query.ts'

/** Suggestions are requested after a typing pause of this length. */
const PAUSE_MS = 150

export type Suggestion = { name: string; path: string; picture: string | null; note: string }

type List = { text: string; suggestions: Suggestion[] }

/** The suggestions of the search field with this id, an ARIA combobox. `texts`: where the field's text is stored. */
export function Suggestions({ id: fieldId, texts }: { id: string; texts: Map<string, string> }) {
  const [input] = useState(() => document.getElementById(fieldId) as HTMLInputElement)
  const { key, search } = useLocation()
  const { list, at, setAt, loadSuggestions, close } = useList(input)
  const listbox = useRef<HTMLDivElement>(null)
  const id = `${fieldId}-suggestions`
  const count = list ? list.suggestions.length + 1 : 0
  const onBlur = useEffectEvent(close)
  const onText = useEffectEvent(() => {
    texts.set(fieldId + key, input.value)
    void loadSuggestions()
  })
  const onMount = useEffectEvent(() => {
    const query = new URLSearchParams(search).get('q') ?? ''
    // Handles text that was typed while this script was loading.
    if (document.activeElement === input && input.value.trim() !== query) onText()
  })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const option = listbox.current?.children[at]
    if (step) {
      event.preventDefault()
      // The field itself counts as a position between the last option and the first.
      if (list) setAt(((at + 1 + step + count + 1) % (count + 1)) - 1)
      else void loadSuggestions()
    } else if (event.key === 'Enter' && option instanceof HTMLElement) {
      event.preventDefault()
      option.click()
    } else if (event.key === 'Enter') close()
    else if (event.key === 'Escape') {
      // Prevents the browser from emptying the field.
      if (list) event.preventDefault()
      close()
    } else if (/^(Home|End|ArrowLeft|ArrowRight)$/.test(event.key)) setAt(-1)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list closes when a page is opened
  useEffect(() => {
    const unmount = new AbortController()
    const options = { signal: unmount.signal }
    input.addEventListener('input', () => onText(), options)
    input.addEventListener('blur', () => onBlur(), options)
    input.addEventListener('keydown', (event) => onKeyDown(event), options)
    return () => {
      onBlur()
      unmount.abort()
    }
  }, [input, key])
  useEffect(() => onMount(), [])
  useComboboxState({ input, listbox, list, id, at })
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {list && `${list.suggestions.length} ${list.suggestions.length === 1 ? 'suggestion' : 'suggestions'}`}
      </p>
      {list && <Options {...{ ...list, ref: listbox, id, at }} />}
    </>
  )
}

function useList(input: HTMLInputElement) {
  const [list, setList] = useState<List | null>(null)
  /** Index of the highlighted option; -1 for none. The last option is the search itself. */
  const [at, setAt] = useState(-1)
  const pending = useRef<AbortController>(null)
  const show = (next: List | null) => {
    setList(next)
    setAt(-1)
  }
  const close = () => {
    pending.current?.abort()
    show(null)
  }
  const loadSuggestions = async () => {
    pending.current?.abort()
    const request = new AbortController()
    const { signal } = request
    pending.current = request
    const text = input.value.trim()
    const suggestions = await suggestionsFor(text, signal)
    // Aborted if another letter was typed or the field was left.
    if (!signal.aborted) show(suggestions.length > 0 ? { text, suggestions } : null)
  }
  return { list, at, setAt, loadSuggestions, close }
}

type Combobox = Pick<OptionsProps, 'id' | 'at'> & {
  input: HTMLInputElement
  listbox: OptionsProps['ref']
  list: List | null
}

/** Announces the list to screen readers, and scrolls the list and the field into view. */
function useComboboxState({ input, listbox, list, id, at }: Combobox) {
  useEffect(() => {
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(list !== null),
      'aria-controls': list && id,
      'aria-activedescendant': at >= 0 ? `${id}-${at}` : null,
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) input.removeAttribute(name)
      else input.setAttribute(name, value)
    }
    listbox.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [input, listbox, id, list, at])

  useEffect(() => {
    const bottom = list && listbox.current?.getBoundingClientRect().bottom
    const { height } = window.visualViewport ?? { height: window.innerHeight }
    // True if the keyboard of a phone covers the end of the list.
    if (bottom && bottom > height) input.scrollIntoView({ block: 'start' })
  }, [input, listbox, list])
}

type OptionsProps = List & { ref: RefObject<HTMLDivElement | null>; id: string; at: number }

function Options({ text, suggestions, ref, id, at }: OptionsProps) {
  const option = (position: number) => ({
    id: `${id}-${position}`,
    role: 'option',
    'aria-selected': position === at,
    tabIndex: -1,
    className: 'suggestion',
  })
  return (
    // A press would move the focus away from the field, which would close the list before the click.
    <div
      ref={ref}
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className="suggestions"
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.map(({ name, path, picture, note }, position) => (
        <Link key={path} to={path} {...option(position)}>
          <ProductPicture src={picture} alt="" sizes="2.5rem" fetchPriority="low" />
          <b>{name}</b>
          <span className="numeric">{note}</span>
        </Link>
      ))}
      <Link to={`/search?${new URLSearchParams({ q: text })}`} {...option(suggestions.length)}>
        <Icon name="search" />
        <b>Search for “{text}”</b>
      </Link>
    </div>
  )
}

/** Fetches the suggestions for a text after a pause. Returns an empty list after errors and without a network. */
async function suggestionsFor(text: string, signal: AbortSignal): Promise<Suggestion[]> {
  if (text.length < MIN_WORD_LENGTH) return []
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  if (signal.aborted) return []
  try {
    // The answer is the same for everyone. Without cookies the server looks up no session for it.
    const url = `/search/suggestions?${new URLSearchParams({ q: text })}`
    const answer = await fetch(url, { signal, credentials: 'omit' })
    return answer.ok ? await answer.json() : []
  } catch {
    return []
  }
}
