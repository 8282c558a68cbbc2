import { useLocation } from 'react-router'
import { useHydrated } from '#app/kit/use-hydrated.ts'
import { FLAVOURS, type Flavour } from '#content/hydration/flavours.ts'

/** The flavour that the address names after '#', so that Back, bookmarks and pages without JavaScript all work. */
export function useOpenFlavour(): { ready: boolean; open: Flavour | null } {
  const ready = useHydrated()
  const { hash } = useLocation()
  const named = FLAVOURS.find(({ id }) => `#${id}` === hash)
  return { ready, open: (ready && named) || null }
}
