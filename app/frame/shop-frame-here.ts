import { type ComponentType, lazy, type ReactNode } from 'react'

export type ShopFrameProps = {
  lang: 'en' | undefined
  side: 'millet' | 'hydration'
  children: ReactNode
}

let provided: ComponentType<ShopFrameProps> | null = null

// Loads the frame on demand. Only errors of the dashboard need this, because its pages do not load the frame.
const LazyFrame = lazy(() => import('#app/frame/shop-frame.tsx'))

/** Returns the shop's frame, which is in the shop's own chunk. Workers and coordinators never load it. */
export function shopFrame(): ComponentType<ShopFrameProps> {
  return provided ?? LazyFrame
}

export function provideShopFrame(frame: ComponentType<ShopFrameProps>): void {
  provided = frame
}
