import { type ComponentType, lazy, type ReactNode } from 'react'

export type ShopFrameProps = {
  lang: 'en' | undefined
  side: 'millet' | 'hydration'
  children: ReactNode
}

let here: ComponentType<ShopFrameProps> | null = null

// For errors of the dashboard, whose pages do not bring it.
const Later = lazy(() => import('#app/frame/shop-frame.tsx'))

/** The shop's frame, from the module that the shop's pages bring. Workers and coordinators load nothing of it. */
export function shopFrame(): ComponentType<ShopFrameProps> {
  return here ?? Later
}

export function provideShopFrame(frame: ComponentType<ShopFrameProps>): void {
  here = frame
}
