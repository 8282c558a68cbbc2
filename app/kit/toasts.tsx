import { useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import { TextLink } from './link.tsx'

export type Toast = {
  id: number
  text: string
  link?: { to: string; label: string }
  undo?: { run: () => void; takesFocus: boolean }
}

const LIFETIME_MS = 5000
const UNDO_MS = 10_000
const NONE: readonly Toast[] = []

let toasts: readonly Toast[] = NONE
let lastId = 0
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

function setToasts(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a short message for five seconds and returns its id. */
export function showToast(text: string, link?: Toast['link']): number {
  return show({ text, ...(link && { link }) })
}

/** Shows an undo button for ten seconds, or longer while it is focused or hovered. `takesFocus`: for keyboard users. */
export function showUndo(text: string, undo: NonNullable<Toast['undo']>): number {
  return show({ text, undo })
}

function show(toast: Omit<Toast, 'id'>): number {
  lastId += 1
  const id = lastId
  // Replaces an earlier toast with undo. A caller whose earlier change should stay undoable includes it in `run`.
  setToasts([...toasts.filter(({ undo }) => !(undo && toast.undo)), { ...toast, id }])
  startTimer({ ...toast, id })
  return id
}

export function startTimer({ id, undo }: Toast): void {
  stopTimer(id)
  timers.set(
    id,
    setTimeout(() => hideToast(id), undo ? UNDO_MS : LIFETIME_MS),
  )
}

export function stopTimer(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

export function hideToast(id: number) {
  stopTimer(id)
  setToasts(toasts.filter((toast) => toast.id !== id))
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => toasts,
  readOnServer: () => NONE,
}

/** Shows the toasts. Rendered once, at the end of the body. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.readOnServer)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: its controls are inside; pointer and focus stop the timer
        <div
          key={toast.id}
          className="toast"
          onPointerEnter={() => stopTimer(toast.id)}
          onPointerLeave={() => startTimer(toast)}
          onFocus={() => stopTimer(toast.id)}
          onBlur={() => startTimer(toast)}
        >
          <Icon name="circle-check" />
          <span>{toast.text}</span>
          {toast.link && (
            <TextLink to={toast.link.to} onClick={() => hideToast(toast.id)}>
              {toast.link.label}
            </TextLink>
          )}
          {toast.undo && <UndoButton id={toast.id} {...toast.undo} />}
        </div>
      ))}
    </div>
  )
}

const focusButton = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })

function UndoButton({ id, run, takesFocus }: { id: number } & NonNullable<Toast['undo']>) {
  const undo = () => {
    hideToast(id)
    run()
  }
  return (
    <button type="button" ref={takesFocus ? focusButton : null} className="link min-h-11 px-2" onClick={undo}>
      Undo
    </button>
  )
}
