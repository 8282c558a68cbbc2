/** Whether this browser can keep work and send it later: else it is sent by the plain forms. */
export function canQueue(): boolean {
  return isSecureContext && 'indexedDB' in window && 'locks' in navigator && 'BroadcastChannel' in window
}
