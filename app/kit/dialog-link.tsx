import type { MouseEvent } from 'react'
import { isPlainClick, Link, type LinkProps } from './link.tsx'

export type DialogLinkProps = LinkProps & {
  /** Opens the dialog. `to` is a page with the same content, for browsers without JavaScript and new tabs. */
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
