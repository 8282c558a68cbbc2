import { type ComponentType, lazy, type ReactNode } from 'react'

export type ShopFrameProps = {
  lang: 'en' | undefined
  side: 'millet' | 'hydration'
  children: ReactNode
}

let here: ComponentType<ShopFrameProps> | null = null

// For errors of the dashboard, whose pages do not bring it.
const Later = lazy(() => import('#app/frame/shop-frame.tsx'))

/** Returns the shop's frame from the shop's own chunk. Workers and coordinators never load it. */
export function shopFrame(): ComponentType<ShopFrameProps> {
  return here ?? Later
}

export function provideShopFrame(frame: ComponentType<ShopFrameProps>): void {
  here = frame
}
