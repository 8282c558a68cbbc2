import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'

export type Toast = { id: number; text: string; link?: { to: string; label: string } }

const LIFETIME_MS = 5000
const NONE: readonly Toast[] = []

let toasts: readonly Toast[] = NONE
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a short message for five seconds and returns its id. Only for good news that is also visible elsewhere. */
export function showToast(text: string, link?: Toast['link']): number {
  lastId += 1
  const toast = { id: lastId, text, ...(link && { link }) }
  change([...toasts, toast])
  setTimeout(() => hideToast(toast.id), LIFETIME_MS)
  return toast.id
}

export function hideToast(id: number) {
  change(toasts.filter((toast) => toast.id !== id))
}

/** For useSyncExternalStore. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => toasts,
  readOnServer: () => NONE,
}

/** Where `showToast` messages appear. Once per page, at the end of the body. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.readOnServer)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className="toast">
          <Icon name="circle-check" />
          <span>{toast.text}</span>
          {toast.link && (
            <Link to={toast.link.to} className="link" onClick={() => hideToast(toast.id)}>
              {toast.link.label}
            </Link>
          )}
        </div>
      ))}
    </div>
  )
}
