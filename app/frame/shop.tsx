import { Outlet } from 'react-router'
import ShopFrame from '#app/frame/shop-frame.tsx'
import { provideShopFrame } from '#app/frame/shop-frame-here.ts'

provideShopFrame(ShopFrame)

/** The layout of the shop's own pages. It only loads their frame, which the root renders around them. */
export default function Shop() {
  return <Outlet />
}
