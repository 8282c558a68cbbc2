import { expect, it } from 'vitest'
import { newsletterEmail } from '#infra/email/templates/newsletter-email.ts'

const SHOP = {
  brand: 'Testmill',
  origin: 'https://shop.example',
  seller: { name: 'Testmill Foods', address: '12 Mill Road' },
}
const TEXT = {
  slug: '2026-11-7',
  subject: 'What grows',
  preheader: 'And a <recipe>',
  body: '# Harvest\n\n**Ragi** & <b>rice</b>, [in the shop](/products).\n\n1. one\n2. [two](https://else.example)\n\n[bad](javascript:alert)',
}
const LINK = 'https://shop.example/products?utm_source=newsletter&utm_medium=email&utm_campaign=2026-11-7'

it('renders the markup, escapes all else, and names the sender and the link to unsubscribe', async () => {
  const copy = { to: 'reader@example.test', unsubscribeToken: 'way-out' }
  const mail = await newsletterEmail(TEXT, SHOP, copy)
  const leave = 'https://shop.example/newsletter/unsubscribe?token=way-out&newsletter=2026-11-7'
  expect(mail).toMatchObject({ to: copy.to, subject: 'What grows', unsubscribeUrl: leave })
  expect(mail.html).toContain('<strong>Ragi</strong> &amp; &lt;b&gt;rice&lt;/b&gt;')
  expect(mail.html).toContain('And a &lt;recipe&gt;')
  expect(mail.html.indexOf('And a')).toBeLessThan(mail.html.indexOf('Testmill</p>'))
  expect(mail.html).toContain(`href="${LINK.replaceAll('&', '&amp;')}"`)
  expect(mail.html).toContain(`href="${leave.replaceAll('&', '&amp;')}"`)
  expect(mail.html).not.toContain('javascript:')
  expect(mail.text).toBe(`What grows

Harvest
-------

Ragi & <b>rice</b>, in the shop (${LINK}).

1. one
2. two (https://else.example/)

bad

-- 
You get this because you confirmed your subscription to the Testmill newsletter. One email a month at most.
Unsubscribe: ${leave}
Testmill Foods, 12 Mill Road
`)
})

it('links to the settings if there is no subscription, and marks a test email', async () => {
  const copy = { to: 'admin@example.test', unsubscribeToken: null, isTest: true }
  const mail = await newsletterEmail(TEXT, SHOP, copy)
  expect(mail.subject).toBe('[Test] What grows')
  expect(mail).not.toHaveProperty('unsubscribeUrl')
  expect(mail.text).toContain('Unsubscribe: https://shop.example/profile#mails')
})
