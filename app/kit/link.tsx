/** Plain anchors with one listener for all of them. Links then hydrate no hooks (docs/decisions/0031-links.md). */
import { type ComponentProps, useEffect, useState } from 'react'
import { PrefetchPageLinks, useLocation, useNavigate } from 'react-router'
import { classNames } from '#app/kit/text.tsx'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** Path, query and hash. A hash alone stays on the page. */
  to: string
  /** Fetches the page's data and scripts as soon as a pointer, a finger or the focus is on the link. */
  prefetch?: boolean | undefined
  replace?: boolean | undefined
  preventScrollReset?: boolean | undefined
  /** Makes the browser load a whole page, for downloads and after a failure. */
  reloadDocument?: boolean | undefined
}

export function Link({ to, prefetch, replace, preventScrollReset, reloadDocument, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={to}
      data-link={reloadDocument ? undefined : wordsOf({ prefetch, replace, preventScrollReset })}
    />
  )
}

/** A link within a text. */
export function TextLink(props: Omit<LinkProps, 'className'>) {
  return <Link {...props} className="link" />
}

/** A link that is marked as current on its page; with `end={false}` also on pages below it. */
export function NavLink({ end, ...rest }: LinkProps & { end: boolean }) {
  const { pathname } = useLocation()
  const isHere = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`))
  return <Link {...rest} aria-current={isHere ? 'page' : undefined} />
}

function wordsOf(options: Record<string, boolean | undefined>): string {
  return classNames(...Object.keys(options).filter((name) => options[name]))
}

const INTENT = ['mouseover', 'focusin', 'touchstart']
/** A pointer that leaves the link sooner fetches nothing. */
const INTENT_MS = 100

/** Handles clicks on all links. Rendered once, in the root. */
export function LinkListener() {
  const navigate = useNavigate()
  const [prefetchPath, setPrefetchPath] = useState('')
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = linkOf(event)
      if (!link || !opensHere(event, link)) return
      event.preventDefault()
      const { replace, preventScrollReset } = optionsOf(link)
      const isSame = link.href === window.location.href
      void navigate(pathOf(link), { replace: replace || isSame, preventScrollReset })
    }
    let timer: ReturnType<typeof setTimeout>
    // If a prefetched script fails, React Router reloads the page, which would lose entered values.
    const onIntent = (event: Event) => {
      clearTimeout(timer)
      const link = linkOf(event)
      if (link && optionsOf(link).prefetch && navigator.onLine)
        timer = setTimeout(() => setPrefetchPath(pathOf(link)), INTENT_MS)
    }
    addEventListener('click', onClick)
    for (const kind of INTENT) addEventListener(kind, onIntent, { passive: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('click', onClick)
      for (const kind of INTENT) removeEventListener(kind, onIntent)
    }
  }, [navigate])
  return prefetchPath ? <PrefetchPageLinks page={prefetchPath} /> : null
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-link]') : null
}

/** True for clicks that React Router's own links would handle. */
function opensHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isHere = link.target === '' && link.origin === window.location.origin
  return isHere && !event.defaultPrevented && isPlainClick(event)
}

/** True for a click with the main button and without modifier keys. Such a click opens a link in this tab. */
export function isPlainClick(
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
) {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}

function optionsOf({ dataset }: HTMLAnchorElement) {
  const words = dataset.link?.split(' ') ?? []
  const [prefetch, replace, preventScrollReset] = ['prefetch', 'replace', 'preventScrollReset'].map((word) =>
    words.includes(word),
  )
  return { prefetch, replace, preventScrollReset }
}

function pathOf({ pathname, search, hash }: HTMLAnchorElement): string {
  return pathname + search + hash
}
