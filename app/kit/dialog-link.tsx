import type { MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'

export type DialogLinkProps = LinkProps & {
  /** Opens the dialog in place. `to` says the same on a page of its own, for when there is no JavaScript or in a new tab. */
  onOpen: () => void
}

/** A link to a page that JavaScript shows as a dialog instead. Style it with any class, for example `buttonClass`. */
export function DialogLink({ onOpen, ...rest }: DialogLinkProps) {
  return (
    <Link {...rest} aria-haspopup="dialog" onClick={(event) => isPlainClick(event) && open(event, onOpen)} />
  )
}

function open(event: MouseEvent, onOpen: () => void) {
  event.preventDefault()
  onOpen()
}

/** A click that asks for nothing special (no new tab, no new window, no download). */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}
