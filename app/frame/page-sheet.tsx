import { useLayoutEffect } from 'react'
import desk from '#app/frame/sheets/desk.css?url'
import home from '#app/frame/sheets/home.css?url'
import hydration from '#app/frame/sheets/hydration.css?url'
import hydrationImpact from '#app/frame/sheets/hydrationImpact.css?url'
import preview from '#app/frame/sheets/preview.css?url'
import product from '#app/frame/sheets/product.css?url'
import recipes from '#app/frame/sheets/recipes.css?url'
import replenish from '#app/frame/sheets/replenish.css?url'
import shelf from '#app/frame/sheets/shelf.css?url'
import shop from '#app/frame/sheets/shop.css?url'
import stories from '#app/frame/sheets/stories.css?url'
import texts from '#app/frame/sheets/texts.css?url'
import anek from '#app/kit/fonts/anek-english.woff2?url'
import rupee from '#app/kit/fonts/anek-rupee.woff2?url'
import eczar from '#app/kit/fonts/eczar-english.woff2?url'
import type { SheetName } from '#app/request/page-handle.ts'

const SHEETS: Record<SheetName | 'desk' | 'shop', string> = {
  desk,
  home,
  hydration,
  hydrationImpact,
  preview,
  product,
  recipes,
  replenish,
  shelf,
  shop,
  stories,
  texts,
}

/** URL of the stylesheet that a cached page contains inline (`withInlineStyles` in server/cached-pages.ts). */
const inlineSheet = globalThis.document?.querySelector<HTMLStyleElement>('style[data-sheet]')?.dataset.sheet

/**
 * The stylesheet of a page of the shop or the dashboard. Each sheet is complete, so only the page's own sheet is
 * active. The next page waits until its sheet is loaded. Fonts are linked together with it, so that text is laid out
 * once.
 */
export function PageSheet({ name }: { name: keyof typeof SHEETS }) {
  const href = SHEETS[name]
  useLayoutEffect(() => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>('[data-sheet]')]
    // A sheet that failed to load leaves the previous one active.
    if (!sheets.some(({ dataset, sheet }) => dataset.sheet === href && sheet)) return
    for (const element of sheets) element.media = element.dataset.sheet === href ? '' : 'not all'
  })
  if (href === inlineSheet) return null
  return (
    <>
      {[eczar, anek, rupee].map((font) => (
        <link key={font} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={font} />
      ))}
      <link rel="stylesheet" href={href} precedence="page" data-sheet={href} />
    </>
  )
}
