import { expect, it } from 'vitest'
import { isMailMarkup } from '#app/kit/framed-mail.tsx'
import { accountEmail } from '#infra/email/templates/account-emails.ts'

it('accepts the markup of the shop’s emails', async () => {
  const url = 'https://shop.test/auth/verify-email?token=a&returnTo=/cart'
  const mail = await accountEmail('verification', {
    ...{ brand: 'Mill & <Co>', to: 'a@example.com', url, language: 'en' },
  })
  expect(isMailMarkup(mail.html)).toBe(true)
  expect(isMailMarkup('<p style="margin:0">A &lt;b&gt; <em>c</em><br /></p>')).toBe(true)
})

it.each([
  '<script>alert(1)</script>',
  '<p onclick="alert(1)">a</p>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)">',
  '<img src="x"onerror="alert(1)">',
  '<a href="javascript:alert(1)">a</a>',
  '<a href=" javascript:alert(1)">a</a>',
  '<iframe src="/"></iframe>',
  '<svg><p></p></svg>',
  '<p title="><script>alert(1)</script>">a</p>',
  '<p',
])('refuses %s', (html) => {
  expect(isMailMarkup(html)).toBe(false)
})
