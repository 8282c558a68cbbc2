import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import { hideToast, toastStore } from './toasts.ts'

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
