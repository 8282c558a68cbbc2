import { describe, expect, it } from 'vitest'
import { deviceName, lastSeen } from '#shop/customers/device.ts'

describe('deviceName', () => {
  it.each([
    [
      'Mozilla/5.0 (Linux; Android 13; SM-A042F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (Linux; Android 13; SM-A042F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on Mac',
    ],
    ['okhttp/4.12.0', 'App'],
    ['curl/8.5.0', 'Unknown device'],
    ['', 'Unknown device'],
    ['<script>Chrome/1</script>', 'Chrome'],
  ])('names the device of %s: %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name)
  })
})

describe('lastSeen', () => {
  const now = new Date('2026-11-21T09:00:00Z')

  it.each([
    ['2026-11-21T08:59:59Z', 'Seen in the last hour'],
    ['2026-11-21T08:00:00Z', 'Seen an hour ago'],
    ['2026-11-20T10:00:00Z', 'Seen 23 hours ago'],
    ['2026-11-20T09:00:00Z', 'Seen a day ago'],
    ['2026-11-01T09:00:00Z', 'Seen 20 days ago'],
    ['2026-11-21T09:00:05Z', 'Seen in the last hour'],
  ])('describes the time %s: %j', (at, words) => {
    expect(lastSeen({ lastSeenAt: new Date(at) }, now)).toBe(words)
  })
})
