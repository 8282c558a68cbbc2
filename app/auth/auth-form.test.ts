import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import SignIn, { loader as signIn } from '#app/auth/signin.tsx'
import SignUp, { loader as signUp } from '#app/auth/signup.tsx'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { renderRoute } from '#tests/rendered.ts'

const APP =
  'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Chrome/125.0 Mobile [FB_IAB/FB4A;FBAV/466]'
const CHROME = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/125.0 Mobile Safari/537.36'

type Page = { path: string; loader: unknown; page: unknown }
const PAGES: Page[] = [
  { path: '/auth/signin', loader: signIn, page: SignIn },
  { path: '/auth/signup', loader: signUp, page: SignUp },
]

/** Returns the HTML of a page's buttons for Google and Outlook in this browser. */
function buttonsOf({ path, loader, page }: Page, browser: string, query = '') {
  const request = new Request(`http://shop.test${path}${query}`, { headers: { 'user-agent': browser } })
  const value = { ctx: { actor: VISITOR }, pending: null, mailbox: null } as unknown as RequestContext
  const context = new RouterContextProvider(new Map([[requestContext, value]]))
  const load = loader as (args: object) => { data: unknown }
  const html = renderRoute(page, load({ request, context, params: {} }).data, path)
  return html.slice(html.indexOf('border-t border-line'))
}

it.each(PAGES)(
  '$path says at Google’s button, inside other apps only, that sign-in works in the browser',
  (page) => {
    const hint =
      '<p class="field-hint">Google doesn’t allow sign-in inside this app. Open this page in your browser'
    const buttons = buttonsOf(page, APP)
    expect(buttons).toContain(hint)
    expect(buttons.indexOf(hint)).toBeLessThan(buttons.indexOf('value="google"'))
    expect(buttons.match(/field-hint/g)).toHaveLength(1)
    expect(buttonsOf(page, CHROME)).not.toContain('field-hint')
    expect(buttonsOf(page, APP, '?language=hi')).toMatch(/<p class="field-hint">इस ऐप के अंदर Google/)
  },
)
