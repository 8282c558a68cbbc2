import { type ComponentProps, useEffect, useState } from 'react'
import type { Suggestions } from '#app/frame/suggestions.tsx'
import { MAX_QUERY_LENGTH } from '#shop/search/query.ts'

/** Texts typed into search fields. The key is the field's id plus the history key, so that Back restores them. */
export const fieldTexts = new Map<string, string>()

/** A search field named `q`. The script with its suggestions is loaded when the field is first used. */
export function SearchInput(props: ComponentProps<'input'> & { id: string }) {
  const [Loaded, setLoaded] = useState<typeof Suggestions>()
  const load = () => {
    import('#app/frame/suggestions.tsx').then(
      (module) => setLoaded(() => module.Suggestions),
      () => {},
    )
  }
  // The field may have got the focus before this script ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (document.activeElement?.id === props.id) load()
  }, [])
  return (
    <>
      <input
        {...props}
        type="search"
        name="q"
        maxLength={MAX_QUERY_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="search"
        onFocus={load}
      />
      {Loaded && <Loaded id={props.id} texts={fieldTexts} />}
    </>
  )
}
