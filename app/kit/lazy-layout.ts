import type { CSSProperties } from 'react'

/**
 * Style of a part below the first screen with the class `lazy-layout` (kit/base.css), which the browser lays out when it
 * comes near. `phone`, `wide`: what the page reserves until then, its height in px without padding at 360 and 1440 px.
 */
export function reservedHeight(phone: number, wide: number): CSSProperties {
  return { '--phone-height': phone, '--wide-height': wide } as CSSProperties
}
