/** Tests that pages work under page translation, which replaces text nodes and the texts of options. */
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Amount } from '#app/kit/product/price.tsx'
import { Totals } from '#app/kit/totals.tsx'
import { paise } from '#shop/kernel/money.ts'

it('gives each option a value, because an option without one posts its translated text', async () => {
  const options: { file: string; tag: string }[] = []
  for await (const file of glob('app/**/*.tsx'))
    for (const [tag] of readFileSync(file, 'utf8').matchAll(/<option\b[^>]*>/g)) options.push({ file, tag })
  expect(options.length).toBeGreaterThan(10)
  expect(options.filter(({ tag }) => !/\bvalue=/.test(tag))).toEqual([])
})

it('renders a changed amount as a new element, and every amount of the totals as such an element', () => {
  expect(Amount({ children: '₹100' }).key).not.toBe(Amount({ children: '₹200' }).key)
  const html = renderToStaticMarkup(
    h(Totals, {
      quote: {
        ...{ subtotal: paise(10_000), discount: paise(1_000), shippingFee: paise(0), tax: paise(1_620) },
        ...{
          roundOff: paise(-20),
          total: paise(10_600),
          taxes: [{ rate: 1800, tax: paise(1_620) }],
          pricesIncludeTax: false,
        },
      },
    }),
  )
  expect(html.match(/₹/g)).toHaveLength(6)
  expect(html.match(/<span translate="no" class="numeric">−?₹[\d.,]+<\/span>/g)).toHaveLength(6)
})
