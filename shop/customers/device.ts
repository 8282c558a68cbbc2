import { HOUR_MS } from '#shop/kernel/duration.ts'
/** A session without its token. */
export type Device = { id: string; userAgent: string; signedInAt: Date; lastSeenAt: Date }

/** The first match counts, because many browsers also name other browsers that they are compatible with. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.* Safari\//, 'Safari'],
  [/^okhttp\/|^Dart\/|\bCFNetwork\//, 'App'],
]

const MACHINES: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bKAIOS\b/i, 'KaiOS'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns 'Chrome on Android'. */
export function deviceName(userAgent: string): string {
  const browser = firstMatch(BROWSERS, userAgent)
  const machine = firstMatch(MACHINES, userAgent)
  if (browser && machine) return `${browser} on ${machine}`
  return browser ?? machine ?? 'Unknown device'
}

function firstMatch(names: readonly [RegExp, string][], userAgent: string): string | null {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}

const DAY_HOURS = 24

/** Returns 'Seen 3 hours ago'. The time is recorded once an hour, so minutes are not known. */
export function lastSeen({ lastSeenAt }: Pick<Device, 'lastSeenAt'>, now: Date): string {
  const hours = Math.floor((now.getTime() - lastSeenAt.getTime()) / HOUR_MS)
  if (hours < 1) return 'Seen in the last hour'
  if (hours < DAY_HOURS) return hours === 1 ? 'Seen an hour ago' : `Seen ${hours} hours ago`
  const days = Math.floor(hours / DAY_HOURS)
  return days === 1 ? 'Seen a day ago' : `Seen ${days} days ago`
}
