import { describe, expect, it } from 'vitest'
import { deferHydration, scriptsAfterStyles, speculationRules } from '#server/defer-hydration.ts'

const ENTRY = 'import "/assets/a.js"'
const HTML = [
  '<head><link rel="modulepreload" href="/assets/a.js" nonce="n1"/><link rel="modulepreload" href="/assets/b.js"/></head>',
  '<script nonce="n1">first()</script>',
  `<script nonce="n1" type="module" async="">${ENTRY}</script>`,
  '<script nonce="n1">last()</script>',
  '<script nonce="n1">((storageKey, restoreKey) => {})("a","b")</script>',
  '<script nonce="n1">window.__reactRouterContext = {};</script>',
].join('')

describe('a page whose scripts wait', () => {
  const html = deferHydration(HTML, 'n1', '{}')

  it('has its module in a script of a type that browsers do not run', () => {
    expect(html).not.toContain('type="module"')
    expect(html).toContain(`type="deferred" data-ahead="/assets/a.js /assets/b.js">${ENTRY}</script>`)
  })

  it('has no preload hints, which would hold back the first paint', () => {
    expect(html).not.toContain('modulepreload" href')
    expect(html).not.toMatch(/<link/)
  })

  it('has one more script, with the same nonce, which starts the module', () => {
    expect(html.match(/<script nonce="n1">/g)).toHaveLength(3)
    expect(html).toMatch(/<script nonce="n1">\(function startDeferred.*\)\("deferred",.*<\/script><\/head>/s)
  })

  it('names the links whose pages the browser may fetch ahead', () => {
    expect(html).toContain('<script nonce="n1" type="speculationrules">{}</script>')
    expect(JSON.parse(speculationRules(['/', '/product/:id']))).toEqual({
      prefetch: [
        {
          where: {
            selector_matches: 'a[data-link][href="/"],a[data-link][href^="/product/"]:not([href$="/review"])',
          },
          eagerness: 'moderate',
        },
      ],
    })
  })

  it('does not run the router’s data script and scroll script at once', () => {
    expect(html).toContain('<script nonce="n1" type="deferred">window.__reactRouterContext')
    expect(html).toContain('<script nonce="n1" type="unused">((storageKey')
  })

  it('keeps the other scripts, in their order', () => {
    expect(html.indexOf('first()')).toBeLessThan(html.indexOf(ENTRY))
    expect(html.indexOf(ENTRY)).toBeLessThan(html.indexOf('last()'))
  })

  it('throws without a module script, so that a change of the framework’s markup is noticed', () => {
    expect(() => deferHydration('<p>plain</p>', 'n1', '{}')).toThrow('no module script')
  })
})

describe('a page whose scripts come after its stylesheet', () => {
  const html = scriptsAfterStyles(HTML, 'n1')

  it('has a script that fetches the files of the preload hints, instead of the hints', () => {
    expect(html).not.toContain('<link')
    const lists = '<script nonce="n1" data-ahead="/assets/a.js /assets/b.js">'
    expect(html).toContain(lists)
    expect(html.indexOf(lists)).toBeGreaterThan(html.indexOf('first()'))
    expect(html.indexOf(lists)).toBeLessThan(html.indexOf(ENTRY))
  })

  it('still runs its module', () => {
    expect(html).toContain(`<script nonce="n1" type="module" async="">${ENTRY}</script>`)
  })

  it('is not changed if it has no hints', () => {
    expect(scriptsAfterStyles('<p>plain</p>', 'n1')).toBe('<p>plain</p>')
  })
})
