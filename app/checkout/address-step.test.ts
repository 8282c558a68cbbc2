import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { AddressCard } from '#app/checkout/address-card.tsx'
import { ContinueToPayment } from '#app/checkout/address-step.tsx'
import { ADDRESS } from '#db/factories/order.ts'

/** Renders the page as it is while the form is being sent with these fields. */
function renderSending(fields: Record<string, string>): string {
  const element = createElement(ContinueToPayment, { error: null, problems: [] })
  const route = { path: '/checkout', element, action: () => new Promise<null>(() => {}) }
  const router = createMemoryRouter([route], { initialEntries: ['/checkout'] })
  const formData = new FormData()
  for (const [name, value] of Object.entries({ intent: 'address', ...fields })) formData.set(name, value)
  void router.navigate('/checkout', { formMethod: 'post', formData })
  return renderToString(createElement(RouterProvider, { router }))
}

it('says “Saving...” only if there is an address to save', () => {
  expect(renderSending({ saveAddress: 'on' })).toContain('Saving...')
  expect(renderSending({})).toContain('Processing...')
  expect(renderSending({})).not.toContain('Saving...')
})

it('warns if the GSTIN and the delivery are in different states', () => {
  const render = (gstin: string) => {
    const address = { ...ADDRESS, addressLine2: '', fullName: 'Kavya Menon', state: 'Kerala' }
    const element = createElement(AddressCard, { draft: { address, gstin, businessName: 'Menon Foods' } })
    const router = createMemoryRouter([{ path: '/', element }])
    return renderToString(createElement(RouterProvider, { router })).replaceAll('<!-- -->', '')
  }
  expect(render('29AABCU9603R1ZJ')).toContain('registered in Karnataka, but the parcel goes to Kerala')
  for (const gstin of ['32AAACB1234C1ZO', '']) expect(render(gstin)).not.toContain('place of supply')
})
