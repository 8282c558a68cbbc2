import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const APP = new URL('../', import.meta.url).pathname

/** Sticky and fixed elements that may stay, because they are beside the text, or over it only for a moment. */
const ALLOWED = [
  '.admin-rail',
  '.admin-loading',
  '.live',
  '.policy-contents',
  '.product-stage',
  '.toasts',
  '.toast.offline',
  '.dialog[open]:not(:modal)',
]

/** Returns the selectors of rules with such a declaration. Ignores the `@media` around a rule. */
const selectorsOf = (css: string, declarations: RegExp) =>
  [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)]
    .filter(([, , body = '']) => declarations.test(body))
    .flatMap(([, selector = '']) => selector.trim().split(/,\s*/))

it('lets each sticky or fixed bar scroll away on low screens', () => {
  const bars = globSync('**/*.css', { cwd: APP }).flatMap((file) => {
    const css = readFileSync(APP + file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    const low = [...css.matchAll(/@media [^{]*\(height < 480px\) \{((?:[^{}]*\{[^{}]*\})+)/g)]
    const loose = low.flatMap(([, rules = '']) => selectorsOf(rules, /position: (static|relative)/))
    const last = (selector: string) =>
      selector
        .split(' ')
        .at(-1)
        ?.match(/^\.[\w-]+/)?.[0]
    const names = new Set(loose.map(last))
    return selectorsOf(css, /position: (sticky|fixed)/)
      .filter((selector) => !ALLOWED.includes(selector) && !names.has(last(selector)))
      .map((selector) => `${file}: ${selector}`)
  })
  expect(bars).toEqual([])
})
